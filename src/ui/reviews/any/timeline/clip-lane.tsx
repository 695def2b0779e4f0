import { Filmstrip } from '#ui/kit/strips/filmstrip.tsx';
import { Fitted } from './fitted.tsx';
import { Lane } from './review-timeline.tsx';
import { getView, toTime, type Timeline } from './timeline.ts';

/** The frames of a clip over the visible part. A click moves the playhead. The clip starts with the timeline. */
export function ClipLane({ timeline, assetId }: { timeline: Timeline; assetId: string }) {
  const { from, to } = getView(timeline);
  return (
    <Lane name="Video">
      <div
        class="time-film"
        onPointerDown={(event) => timeline.player.seek(toTime(timeline, event.currentTarget, event.clientX))}
      >
        <Fitted>{(box) => <Filmstrip assetId={assetId} fromSeconds={from} toSeconds={to} box={box} />}</Fitted>
      </div>
    </Lane>
  );
}
