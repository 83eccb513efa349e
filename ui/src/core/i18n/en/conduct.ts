import type { Conduct } from '../texts';

const conduct: Conduct = {
  version: '2',
  intro:
    'The ethics of preferans from the appendix of the codex, in the club’s own short words. Who sits down accepts them.',
  sections: [
    {
      title: 'Where it comes from',
      lines: [
        ['There is no one ethics for all: drawing room, office and professionals each played by their own.', 'PE-5.1'],
        ['These rules are neither complete nor final, so the page has a version.', 'PE-5.2'],
        ['There are two kinds: for those who play, and for those who watch.', 'PE-5.3'],
      ],
    },
    {
      title: 'At the table',
      lines: [
        ['Be polite. Rudeness lowers you and the game.', 'PE-5.4.1'],
        ['No quarrels over the cards, aloud or in whispers; no advice that nobody asked for.', 'PE-5.4.2', 'PE-5.4.19'],
        ['No familiarity, no pet names, no taunts.', 'PE-5.4.20'],
        ['No thumping the table. Sounds are off here, and nobody can switch them on for another.', 'PE-5.4.21'],
        [
          'You may decline a game without a reason. To sit down elsewhere after that may offend, unless the first table was too strong for you, the second lacked a player, or you said openly whom you would rather avoid.',
          'PE-5.4.3',
        ],
      ],
    },
    {
      title: 'Before the first deal',
      lines: [
        [
          'The value of a whist, the length and number of pulkas and the hour of ending stand on the table’s card. Everybody accepts it, and then it is locked.',
          'PE-5.4.4',
        ],
        ['The club takes no money and remembers no debts: the score is kept in whists.', 'PE-5.4.5'],
        ['The owner of a table answers for his guests: he invites, and he may turn away.', 'PE-5.4.6'],
        ['A substitute sits down only if the others consent.', 'PE-5.4.7'],
      ],
    },
    {
      title: 'In play',
      lines: [
        [
          'In the auction only the accepted words are said, in turn, and otherwise nothing. So the chat is closed while a deal runs, unless the table has agreed otherwise.',
          'PE-5.4.8',
        ],
        [
          'One trick may be looked at, the last. It shows whose each card was, and your partners are told that you looked.',
          'PE-5.4.9',
          'PE-5.4.10',
        ],
        [
          'Not a word about the auction, the suit of the talon or another’s card: any remark tells something. Where people play for stakes, prompting is cheating.',
          'PE-5.4.11',
        ],
        [
          'A card is not made ready beforehand, for that tells too. Here nobody but you sees a prepared card.',
          'PE-5.4.11b',
        ],
        ['Every card is laid alike; a table may even out the time it takes as well.', 'PE-5.4.12'],
        [
          'What helps one harms another. An unlawful gain is unfair even where it was not meant; collusion is looked for in the records.',
          'PE-5.4.13',
        ],
        [
          'Silence is broken only to ask whether a suit is really out, and only at once. The table will not let you revoke; where an arbiter rules, he decides.',
          'PE-5.4.14',
        ],
        ['No call and no card is taken back.', 'PE-5.4.22'],
      ],
    },
    {
      title: 'The pack',
      lines: [
        ['Between pulkas anybody may demand a new pack. No reasons are asked and nobody votes.', 'PE-5.4.15'],
        ['A partner’s superstition is borne with good grace.', 'PE-5.4.16'],
        ['Nobody pays for cards here.', 'PE-5.4.17'],
        [
          'The table shuffles and deals, in the same way for all; after the deal anybody can check it.',
          'PE-5.4.23',
          'PE-5.4.24',
          'PE-5.4.25',
        ],
        ['The cards come to everybody at once, when the deal is complete.', 'PE-5.4.26'],
      ],
    },
    {
      title: 'If you must go',
      lines: [
        [
          'A pulka is left only in dire need. Then it is put off if all agree, or written out at once if even one demands it: no vote can overrule him.',
          'PE-5.4.18',
        ],
        [
          'The best way out is a substitute. For whoever simply walks out a bot plays on, and it stays in his reliability.',
          'PE-5.4.18',
        ],
      ],
    },
    {
      title: 'Who watches',
      lines: [
        ['A kibitzer keeps silent and makes no sign.', 'PE-5.5.1'],
        [
          'Nobody’s play is discussed aloud. Any player’s remark is final; after the second the kibitzer goes.',
          'PE-5.5.2',
        ],
        ['Players are not to be entertained. Asked to stop, one stops at once.', 'PE-5.5.3'],
        [
          'One looks into one hand a deal, with its owner’s leave and nobody’s objection. If it disturbs anybody, one goes without a grudge.',
          'PE-5.5.4',
        ],
        ['Interference may cost a player tricks, and then the kibitzer answers for the damage.', 'PE-5.5.5'],
      ],
    },
    {
      title: 'When somebody errs',
      lines: [
        ['Who notices an error calls the arbiter. One speaks of cards, not of people.', 'PT-I.11.1.A'],
        ['A card out of turn lies open; whom it has touched chooses what becomes of it.', 'P-3.9.14'],
        ['A revoke is named before the deal is written down. After that the play stands.', 'P-3.9.16.2', 'P-3.9.17'],
        ['Who sees the talon before the auction ends bids no more.', 'P-3.3.16'],
        ['If the arbiter errs his ruling stands, and the club is told of it from the table.', 'PT-I.13.2.6'],
      ],
    },
    {
      title: 'What anybody can do',
      lines: [
        ['Mute: you no longer see what this person writes, and he is not told.', 'PE-5.4.19'],
        ['Report, and give the reason: it is looked into by the table’s record.', 'PE-5.4.13'],
      ],
    },
    {
      title: 'What the arbiter rules by',
      lines: [
        [
          'Anybody at the table may call the arbiter. It is no accusation, and a wrong call costs nothing.',
          'PT-I.11.1.A',
        ],
        [
          'A card out of turn, a revoke, cards that were shown: they lie open and are paid for by the rule.',
          'P-3.9.14',
          'P-3.9.15',
          'P-3.9.16',
        ],
        ['Nobody looks at the talon before it is bought, nor at an old trick.', 'P-3.2.21', 'P-3.3.16', 'P-3.9.11'],
        ['Who was advised from outside may not do it, or an opponent dictates.', 'P-3.4.12', 'P-3.9.20'],
        ['Where the facts stay disputed, play goes on, and everybody may appeal.', 'PT-I.13.2.8', 'PT-0.6'],
        [
          'If the arbiter was wrong, the ruling stays and the table plays on: report it, and the record is looked into.',
          'PT-I.13.2.6',
        ],
      ],
    },
  ],
};

export default conduct;
