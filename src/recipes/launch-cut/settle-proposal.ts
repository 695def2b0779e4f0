import { Failure } from '#core/failure.ts';
import { leastSpeed } from './candidates.ts';
import type { LaunchProposal, Shot, Slot } from './proposal.ts';

/** Ends of takes are known to about a frame. */
const toleranceSeconds = 0.05;

/**
 * What an edited proposal becomes. Slots may change places: what is shown moves, the beats stay. A shot may be swapped with an
 * alternate, or begin elsewhere in any take that the proposal names. All else is computed anew.
 */
export function settleProposal(sent: LaunchProposal, proposed: LaunchProposal): LaunchProposal {
  requireSameSlots(sent, proposed);
  const slots = proposed.slots.map((place, index): Slot => {
    const moved = sent.slots[index] ?? place;
    const known = proposed.slots.find(({ id }) => id === moved.id) ?? place;
    const shot = settleShot(moved.shot, place.durationSeconds, proposed, `proposal.slots.${index}.shot`);
    const isSwapped = !isSameSpan(shot, known.shot);
    const text = moved.text?.trim();
    return {
      id: moved.id,
      role: place.role,
      startSeconds: place.startSeconds,
      durationSeconds: place.durationSeconds,
      shot,
      // What was taken out can be put back.
      alternates: isSwapped
        ? [known.shot, ...known.alternates.filter((one) => !isSameSpan(one, shot))].slice(0, 8)
        : known.alternates,
      ...(text ? { text } : {}),
      isLocked: moved.isLocked,
    };
  });
  return { ...proposed, slots };
}

/** Each slot once, and the end card last: it is laid out otherwise than the rest. */
function requireSameSlots(sent: LaunchProposal, proposed: LaunchProposal): void {
  const known = new Set(proposed.slots.map(({ id }) => id));
  sent.slots.forEach(({ id }, index) => {
    const isRepeated = sent.slots.findIndex((one) => one.id === id) !== index;
    if (!known.has(id) || isRepeated) {
      refuse(`proposal.slots.${index}.id`, isRepeated ? `"${id}" is there twice` : `no slot has the id "${id}"`);
    }
  });
  if (sent.slots.length !== proposed.slots.length) {
    refuse(
      'proposal.slots',
      `must hold each of the ${proposed.slots.length} slots; to leave one out, show another shot in it`,
    );
  }
  const [last, end] = [sent.slots.at(-1), proposed.slots.at(-1)];
  if (end?.role === 'end' && last?.id !== end.id) {
    refuse(`proposal.slots.${sent.slots.findIndex(({ id }) => id === end.id)}.id`, 'the end card stays last');
  }
}

/** The span that fills its slot, from where it was put to begin. */
function settleShot(sent: Shot, durationSeconds: number, proposed: LaunchProposal, path: string): Shot {
  const take = proposed.takes.find(({ material }) => material === sent.material);
  if (!take) {
    const names = proposed.takes.map(({ material }) => material).join(', ');
    return refuse(`${path}.material`, `must be one of the takes: ${names}`);
  }
  const known = proposed.slots
    .flatMap(({ shot, alternates }) => [shot, ...alternates])
    .find((one) => isSameSpan(one, sent));
  if (take.kind === 'picture') {
    return { ...(known ?? byHand(sent)), startSeconds: 0, endSeconds: durationSeconds };
  }
  const span = sent.endSeconds - sent.startSeconds;
  if (span <= 0) {
    refuse(`${path}.endSeconds`, 'must be after startSeconds');
  }
  const isSlowed = known !== undefined && span < durationSeconds && span >= leastSpeed * durationSeconds;
  const endSeconds = isSlowed ? sent.endSeconds : round(sent.startSeconds + durationSeconds);
  if (endSeconds > take.durationSeconds + toleranceSeconds) {
    const latest = round(Math.max(0, take.durationSeconds - durationSeconds));
    refuse(
      `${path}.startSeconds`,
      take.durationSeconds < durationSeconds
        ? `the take lasts ${round(take.durationSeconds)} s, and the slot ${round(durationSeconds)} s`
        : `must be at most ${latest}, as the slot lasts ${round(durationSeconds)} s and the take ends at ${round(take.durationSeconds)} s`,
    );
  }
  return known ? { ...known, endSeconds } : { ...byHand(sent), endSeconds };
}

const byHand = ({ material, startSeconds, endSeconds }: Shot): Shot => ({
  material,
  startSeconds,
  endSeconds,
  score: 0,
  reasons: ['chosen by hand'],
});

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const isSameSpan = (one: Shot, other: Shot): boolean =>
  one.material === other.material && Math.abs(one.startSeconds - other.startSeconds) < 1e-3;

function refuse(path: string, message: string): never {
  throw new Failure('VALIDATION_FAILED', { message, details: [{ path, message }] });
}
