import type { TrackPoint } from '#core/analysis/track.ts';
import type { TimeRange } from '../input.ts';
import { readingSeconds } from '../message-bubbles/reading.ts';
import { getDuration } from '#core/lib/time.ts';

/** A time span of a canvas, in seconds, in which the card is visible, including its fades. */
export type Spell = TimeRange;

/** The durations of the entrance and the exit of a card. */
export const enterSeconds = 0.45;
export const leaveSeconds = 0.3;
/** The minimum gap between spells: a shorter one is bridged, because a blinking card is worse than one that waits. */
const minGap = 0.8;
/** The minimum duration of a spell with its fades. */
const minSpell = 0.9;

type Words = { readonly title: string; readonly subtitle?: string | undefined };

/** The words of the card, and its behavior while its target is lost. */
export type ShownCard = Words & { readonly whenLost?: 'fade' | 'hold' };

/** Returns the seconds that the card needs to be read. */
export const neededSeconds = ({ title, subtitle = '' }: Words): number =>
  readingSeconds({ text: `${title} ${subtitle}`, hasPicture: false });

/**
 * Returns the spans in which the card is visible: while the target is not lost, and longer if that is too short to read it. It
 * fades out when the target is lost, and fades in with it, unless it holds its position.
 */
export function listSpells(path: readonly TrackPoint[], window: TimeRange, card: ShownCard): Spell[] {
  const known = card.whenLost === 'hold' ? [window] : listKnown(path, window);
  const needed = neededSeconds(card) + enterSeconds + leaveSeconds;
  const held = known.map(({ startSeconds, endSeconds }) => ({
    startSeconds,
    endSeconds: Math.min(window.endSeconds, Math.max(endSeconds + leaveSeconds, startSeconds + needed)),
  }));
  const joined = join(held);
  const worthy = joined.filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minSpell);
  return worthy.length > 0 ? worthy : joined.slice(0, 1);
}

/** Returns the longest time for which the card is visible, without its fades. */
export function getReadableSeconds(path: readonly TrackPoint[], window: TimeRange, card: ShownCard): number {
  const lengths = listSpells(path, window, card).map(
    ({ startSeconds, endSeconds }) => endSeconds - startSeconds - (enterSeconds + leaveSeconds) / 2,
  );
  return Math.round(100 * Math.max(0, ...lengths)) / 100;
}

/** Returns the longest span in which the target is not lost, short gaps included; undefined if it is always lost. */
export const longestSeen = (path: readonly TrackPoint[], window: TimeRange): Spell | undefined =>
  join(listKnown(path, window)).toSorted((one, other) => getDuration(other) - getDuration(one))[0];

/** Returns the spans in which the target is not lost. */
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

function join(spells: readonly Spell[], gap = minGap): Spell[] {
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
