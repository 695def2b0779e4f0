import { useSignal } from '@preact/signals';
import { useDrag } from '#ui/kit/drag.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { getView, toTime } from '#ui/reviews/any/timeline/timeline.ts';
import { toggle, type ReviewSession } from './review-session.ts';
import { getLimits, moveEdge, setTimes, type Edge, type ShownCut } from './cut-draft.ts';
import { toName } from './cut-words.ts';

type MarkProps = {
  readonly session: ReviewSession;
  readonly cut: ShownCut;
  readonly index: number;
  readonly isDimmed: boolean;
  /** Tab focuses the first visible cut while none is selected. */
  readonly isFirst: boolean;
};

/** A removed range, struck out. A click toggles it, and its edges can be dragged. */
export function CutMark({ session, cut, index, isDimmed, isFirst }: MarkProps) {
  const { timeline, selected, shown } = session;
  /** The range while an edge is dragged. */
  const tried = useSignal<Range | null>(null);
  const { startSeconds, endSeconds } = tried.value ?? cut;
  const { from, to } = getView(timeline);
  const isSelected = selected.value === cut.id;
  const toShare = (seconds: number): string => `${(100 * seconds) / (to - from)}%`;
  const looks = [
    'tighten-cut',
    cut.isAccepted && !cut.isLeftWhole ? 'tighten-cut-on' : '',
    isSelected ? 'tighten-cut-selected' : '',
    isDimmed ? 'tighten-cut-dimmed' : '',
    cut.isMoved === true ? 'tighten-cut-moved' : '',
  ];
  const isReached = isSelected || (isFirst && !shown.some(({ id }) => id === selected.value));
  return (
    <li
      class={looks.join(' ')}
      style={{ insetInlineStart: toShare(startSeconds - from), inlineSize: toShare(endSeconds - startSeconds) }}
    >
      <button
        type="button"
        class="tighten-cut-face"
        data-cut={cut.id}
        tabIndex={isReached ? 0 : -1}
        aria-pressed={cut.isAccepted && !cut.isLeftWhole}
        aria-label={toName(cut, index, shown.length)}
        title={cut.isAccepted ? 'Restore this pause' : 'Cut this pause'}
        disabled={cut.isLeftWhole}
        onFocus={() => (selected.value = cut.id)}
        onClick={() => toggle(session, cut)}
      />
      {!cut.isLeftWhole && (
        <>
          <EdgeHandle {...{ session, cut, tried }} edge="startSeconds" />
          <EdgeHandle {...{ session, cut, tried }} edge="endSeconds" />
        </>
      )}
    </li>
  );
}

type Range = { readonly startSeconds: number; readonly endSeconds: number };

type EdgeProps = {
  readonly session: ReviewSession;
  readonly cut: ShownCut;
  readonly edge: Edge;
  /** The range while an edge is dragged. */
  readonly tried: { value: Range | null };
};

type Grip = {
  readonly list: Element | null;
  /** The distance of the press from the edge, so that the edge does not jump. */
  readonly offsetSeconds: number;
};

/** An edge of a cut. It is dragged, or moved frame by frame with the arrow keys; each edit is one undo step. */
function EdgeHandle(props: EdgeProps) {
  const { session, cut, edge, tried } = props;
  const { selected } = session;
  // Only the mark in use needs its limits, which are found among all cuts.
  const { least, most } =
    selected.value === cut.id
      ? getLimits(session.shown, cut, edge, session.rules)
      : { least: 0, most: session.rules.clipSeconds };
  const seconds = (tried.value ?? cut)[edge];
  const startDrag = useDrag<Grip>({
    move: (_, { clientX }, { list, offsetSeconds }) => {
      const to = toTime(session.timeline, list, clientX) - offsetSeconds;
      tried.value = moveEdge(session.shown, cut.id, edge, to, session.rules);
    },
    end: (isDone) => {
      const to = tried.value?.[edge];
      tried.value = null;
      if (to !== undefined && isDone) {
        move(props, to);
      }
    },
  });
  return (
    <div
      class={`tighten-edge tighten-edge-${edge === 'startSeconds' ? 'start' : 'end'}`}
      role="slider"
      tabIndex={selected.value === cut.id ? 0 : -1}
      aria-label={edge === 'startSeconds' ? 'Start of the cut' : 'End of the cut'}
      aria-orientation="horizontal"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={seconds}
      aria-valuetext={toTimecode(seconds)}
      onFocus={() => (selected.value = cut.id)}
      onPointerDown={(event) => {
        selected.value = cut.id;
        const list = event.currentTarget.closest('ul');
        startDrag(event, { list, offsetSeconds: toTime(session.timeline, list, event.clientX) - cut[edge] });
      }}
      onKeyDown={(event) => step(props, event, { least, most })}
    >
      {tried.value !== null && <span class="tighten-bubble num">{toTimecode(seconds)}</span>}
    </div>
  );
}

function move({ session: { shown, rules, draft }, cut, edge }: EdgeProps, to: number): void {
  const range = moveEdge(shown, cut.id, edge, to, rules);
  if (range[edge] !== cut[edge]) {
    draft.change(setTimes(draft.value, cut.id, range), `edge ${cut.id} ${edge}`);
  }
}

function step(props: EdgeProps, event: KeyboardEvent, limits: { readonly least: number; readonly most: number }): void {
  const { session, cut, edge } = props;
  const seconds = (event.shiftKey ? 10 : 1) / session.rules.frameRate;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: cut[edge] - seconds,
    ArrowRight: cut[edge] + seconds,
    Home: limits.least,
    End: limits.most,
  };
  const to = targets[event.key];
  if (to !== undefined) {
    event.preventDefault();
    move(props, to);
  }
}
