import type { TrackPoint } from '#core/analysis/track.ts';
import type { TimeRange } from '../input.ts';
import { readingSeconds } from '../message-bubbles/reading.ts';

/** Times of a canvas, in seconds, during which the card is seen; fades lie inside. */
export type Spell = TimeRange;

/** How long a card comes and goes. */
export const enterSeconds = 0.45;
export const leaveSeconds = 0.3;
/** Gaps that are shorter are bridged: a card that blinks is worse than one that waits. */
const leastGap = 0.8;
/** A spell that is shorter, with its fades, is not worth a card. */
const leastSpell = 0.9;

type Words = { readonly title: string; readonly subtitle?: string | undefined };

/** What the card says, and what it does while its target is lost. */
export type ShownCard = Words & { readonly whenLost?: 'fade' | 'hold' };

/** How long the card has to stand until it is read. */
export const neededSeconds = ({ title, subtitle = '' }: Words): number =>
  readingSeconds({ text: `${title} ${subtitle}`, hasPicture: false });

/**
 * When the card is seen: while the target is not lost, and longer where that is too short to be read. It fades where the target
 * is lost, and comes again with it, unless it is to hold.
 */
export function listSpells(path: readonly TrackPoint[], window: TimeRange, card: ShownCard): Spell[] {
  const known = card.whenLost === 'hold' ? [window] : listKnown(path, window);
  const needed = neededSeconds(card) + enterSeconds + leaveSeconds;
  const held = known.map(({ startSeconds, endSeconds }) => ({
    startSeconds,
    endSeconds: Math.min(window.endSeconds, Math.max(endSeconds + leaveSeconds, startSeconds + needed)),
  }));
  const joined = join(held);
  const worthy = joined.filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= leastSpell);
  return worthy.length > 0 ? worthy : joined.slice(0, 1);
}

/** How long the card stands at its longest, without its fades. */
export function readableSecondsOf(path: readonly TrackPoint[], window: TimeRange, card: ShownCard): number {
  const lengths = listSpells(path, window, card).map(
    ({ startSeconds, endSeconds }) => endSeconds - startSeconds - (enterSeconds + leaveSeconds) / 2,
  );
  return Math.round(100 * Math.max(0, ...lengths)) / 100;
}

/** The longest time in which the target is not lost, short gaps included; undefined where it is lost throughout. */
export const longestSeen = (path: readonly TrackPoint[], window: TimeRange): Spell | undefined =>
  join(listKnown(path, window)).toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];

const lengthOf = ({ startSeconds, endSeconds }: Spell): number => endSeconds - startSeconds;

/** The times in which the target is not lost. */
function listKnown(path: readonly TrackPoint[], window: TimeRange): Spell[] {
  const known: Spell[] = [];
  path.forEach(({ atSeconds, state }, index) => {
    const startSeconds = Math.max(window.startSeconds, atSeconds);
    const endSeconds = Math.min(window.endSeconds, path[index + 1]?.atSeconds ?? window.endSeconds);
    if (state !== 'lost' && endSeconds > startSeconds) {
      known.push({ startSeconds, endSeconds });
    }
  });
  return join(known, 0.01);
}

function join(spells: readonly Spell[], gap = leastGap): Spell[] {
  const joined: Spell[] = [];
  for (const spell of spells) {
    const last = joined.at(-1);
    if (last && spell.startSeconds - last.endSeconds < gap) {
      joined[joined.length - 1] = { ...last, endSeconds: Math.max(last.endSeconds, spell.endSeconds) };
    } else {
      joined.push(spell);
    }
  }
  return joined;
}
