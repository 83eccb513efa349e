// Runs `link.ts` on a real socket with a real clock.

import { decide, start, type Deed, type Happening, type Link } from './link';
import type { Aside, FromServer, Kind, Nak, ToServer, Wish } from './wire';

export interface Listener<K extends Kind> {
  show(message: Extract<FromServer<K>, { t: 'snap' | 'ev' }> | Aside): void;
  /** There is no session: get one. Rejects if the club does not answer. */
  enter(): Promise<void>;
  answer(id: string, nak: Nak | null, seq: number): void;
  changed(link: Link): void;
}

export interface Connection {
  /** Ask for something; the id under which the answer will come. */
  wish(wish: Wish): string;
  /** Something that is forgotten if the line is down. */
  tell(message: ToServer): void;
  /** Another tab has the table: have it here again. */
  takeBack(): void;
  close(): void;
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}

export function connect<K extends Kind>(url: string, listener: Listener<K>): Connection {
  let link = start;
  let socket: WebSocket | null = null;
  let waking: ReturnType<typeof setTimeout> | undefined;

  function happen(what: Happening<K>): void {
    const before = link;
    const decided = decide<K>(link, what);
    link = decided.link;
    for (const deed of decided.deeds) perform(deed);
    if (link !== before) listener.changed(link);
  }

  function perform(deed: Deed<K>): void {
    switch (deed.do) {
      case 'open':
        clearTimeout(waking);
        open();
        return;
      case 'close':
        drop();
        return;
      case 'send':
        if (socket?.readyState === WebSocket.OPEN) {
          socket.send(deed.message === 'p' ? 'p' : JSON.stringify(deed.message));
        }
        return;
      case 'show':
        listener.show(deed.message);
        return;
      case 'answer':
        listener.answer(deed.id, deed.nak, deed.seq);
        return;
      case 'enter':
        listener.enter().then(
          () => happen({ on: 'entered' }),
          () => happen({ on: 'close', code: 1006, chance: Math.random() }),
        );
        return;
      case 'wake':
        clearTimeout(waking);
        waking = setTimeout(() => happen({ on: 'pause over' }), deed.after);
    }
  }

  function open(): void {
    const mine = new WebSocket(url);
    socket = mine;
    mine.onopen = () => socket === mine && happen({ on: 'open', now: Date.now() });
    mine.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket !== mine) return;
      const message = data === 'p' ? data : (JSON.parse(data) as FromServer<K>);
      happen({ on: 'message', now: Date.now(), message });
    };
    mine.onclose = ({ code }) => socket === mine && lost(code);
  }

  /** A dead line may take minutes to notice its own close, so we do not wait for it. */
  function drop(): void {
    socket?.close();
    lost(1006);
  }

  function lost(code: number): void {
    socket = null;
    happen({ on: 'close', code, chance: Math.random() });
  }

  const ticking = setInterval(() => happen({ on: 'tick', now: Date.now() }), 500);
  const online = () => happen({ on: 'network back' });
  const offline = () => happen({ on: 'network gone', now: Date.now() });
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  happen({ on: 'start', now: Date.now() });

  return {
    wish(wish) {
      const id = newId();
      happen({ on: 'wish', id, wish });
      return id;
    },
    tell: (message) => happen({ on: 'tell', message }),
    takeBack: () => happen({ on: 'take back' }),
    close() {
      clearInterval(ticking);
      clearTimeout(waking);
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      const last = socket;
      socket = null;
      last?.close();
    },
  };
}
