import { isSameSpan } from '../fit-shot.ts';
import type { Slot } from '../proposal.ts';
import { Still } from '#ui/reviews/any/still.tsx';
import { readMap, type ReviewSession } from './review-session.ts';

/** Wide enough for the largest tile on a high-density screen. */
const widthPx = 320;

/** The image of a slot: as in the film if the slot is unchanged, otherwise a frame of its take. */
export function SlotPicture({ session, slot }: { session: ReviewSession; slot: Slot }) {
  const { job, document } = session;
  const proposed = readMap(job.proposal).slots;
  const index = proposed.findIndex((one) => one.id === slot.id);
  const before = proposed[index];
  const url = job.previews?.[index]?.url;
  const isProposed =
    before && before.text === slot.text && isSameSpan(before.shot, slot.shot) && before.role === slot.role;
  return isProposed && url !== undefined ? (
    <img class="launch-picture" src={url} alt="" draggable={false} loading="lazy" />
  ) : (
    <ShotPicture session={session} shot={slot.shot} shape={document.width / document.height} />
  );
}

/** The middle frame of a shot. */
export function ShotPicture({ session, shot, shape }: { session: ReviewSession; shot: Slot['shot']; shape: number }) {
  const take = session.takes.find(({ material }) => material === shot.material);
  const middle = Math.round(50 * (shot.startSeconds + shot.endSeconds)) / 100;
  return take ? (
    <Still material={take.assetId} atSeconds={middle} widthPx={widthPx} shape={shape} alt="" />
  ) : (
    <span class="launch-picture" />
  );
}
