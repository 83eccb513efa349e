// Fair dealing at one table (docs/fair.md): my shares are given without a click, and every reveal is checked against
// this browser's notes.

import { nonce as draw, nonceHash, verify, type Verdict } from '../core/fair';
import { due, keepDrawer, noted, put, readDrawer, seal, seen, unseal, type Drawer } from '../core/table/fairness';
import type { Act, Fair } from '../core/wire';
import type { Reveal } from '../wire.gen';

export class FairDealing {
  /** The last deal that could be verified, and the verdict. */
  verdict = $state.raw<{ readonly deal: number; readonly verdict: Verdict } | null>(null);
  #table: string;
  #act: (act: Act) => void;
  #kept: Drawer | null = null;

  constructor(table: string, act: (act: Act) => void) {
    this.#table = table;
    this.#act = act;
  }

  get #drawer(): Drawer {
    return (this.#kept ??= readDrawer(localStorage, this.#table));
  }

  #keep(drawer: Drawer): Drawer {
    this.#kept = drawer;
    keepDrawer(localStorage, this.#table, drawer);
    return drawer;
  }

  /** A deal is being shuffled: give my next share. chair: mine; null: I only watch. */
  async share(fair: Fair, chair: number | null): Promise<void> {
    const { deal, commitment } = fair;
    if (deal === null || commitment === null) return; // before the first one
    const drawer = this.#keep(noted(this.#drawer, fair));
    const held = drawer[deal];
    const give = due(fair, chair, held);
    if (give === null || !('subtle' in crypto)) return; // without a safe line the browser makes no hash: the player counts as away
    if (give.give === 'nonce') return this.#act(unseal(deal, give.nonce));
    const { player } = give;
    const again = held?.commitment === commitment && held.player === player;
    const nonce = again ? held.nonce : draw();
    this.#keep(put(drawer, deal, { player, nonce, commitment, shares: [] }));
    this.#act(seal(deal, await nonceHash(this.#table, deal, player, nonce)));
  }

  /** A deal is revealed. cards: the deal as it was played, in the way of docs/fair.md, if this page has seen it. */
  async verify(proof: Reveal, cards: string | undefined): Promise<void> {
    if (!('subtle' in crypto)) return;
    const kept = { ...seen(this.#drawer[proof.deal]), ...(cards === undefined ? {} : { cards }) };
    const found = await verify(proof, kept);
    const verdict: Verdict = proof.table === this.#table ? found : { ok: false, why: 'seen' };
    this.verdict = { deal: proof.deal, verdict };
  }
}
