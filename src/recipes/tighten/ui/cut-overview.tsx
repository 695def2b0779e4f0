import { Fitted } from '#ui/reviews/any/timeline/fitted.tsx';
import { Waveform } from '#ui/kit/strips/waveform.tsx';
import type { ReviewSession } from './review-session.ts';
import { getRemoved } from './cut-draft.ts';
import { CutShapes } from './cut-shapes.tsx';

/** The whole clip with its cuts. */
export function CutOverview({ session }: { session: ReviewSession }) {
  const { list, material, audioTrack, shown, selected } = session;
  const whole = { from: 0, to: list.beforeSeconds };
  const chosen = shown.filter(({ id }) => id === selected.value);
  return (
    <>
      <Fitted>
        {(place) => (
          <Waveform
            sound={{ assetId: material.material, audioTrack }}
            fromSeconds={0}
            toSeconds={list.beforeSeconds}
            box={place}
          />
        )}
      </Fitted>
      <CutShapes cuts={getRemoved(shown)} window={whole} />
      <CutShapes cuts={chosen} window={whole} isSelected />
    </>
  );
}
