import { focusRendered } from '#ui/kit/focus-rendered.ts';
import { Filmstrip } from '#ui/kit/strips/filmstrip.tsx';
import { Waveform } from '#ui/kit/strips/waveform.tsx';
import { isSound, select, type ReviewSession } from './review-session.ts';
import { getRemoved, type ShownCut } from './cut-draft.ts';
import { isPassing } from './cut-filter.ts';
import { CutMark } from './cut-mark.tsx';
import { getMarks } from './cut-marks.ts';
import { CutShapes } from './cut-shapes.tsx';
import { Fitted } from '#ui/reviews/any/timeline/fitted.tsx';
import { Lane } from '#ui/reviews/any/timeline/review-timeline.tsx';
import { getView, toTime } from '#ui/reviews/any/timeline/timeline.ts';

/** The visible part of the clip as filmstrip and waveform, with its cuts. A click outside of a cut moves the playhead. */
export function CutStrip({ session }: { session: ReviewSession }) {
  const { shown, timeline, material, audioTrack, player, filter, selected } = session;
  const { from, to } = getView(timeline);
  const { material: assetId } = material;
  const span = { fromSeconds: from, toSeconds: to };
  const { marks, others } = getMarks(shown, { from, to }, selected.value);
  const seek = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void =>
    player.seek(toTime(timeline, event.currentTarget, event.clientX));
  return (
    <div class="tighten-strip">
      {!isSound(material) && (
        <Lane name="Video">
          <div class="time-film tighten-film" onPointerDown={seek}>
            <Fitted>{(place) => <Filmstrip assetId={assetId} {...span} box={place} />}</Fitted>
          </div>
        </Lane>
      )}
      <Lane name="Audio">
        <div class="tighten-wave" onPointerDown={seek}>
          <Fitted>{(place) => <Waveform sound={{ assetId, audioTrack }} {...span} box={place} />}</Fitted>
        </div>
      </Lane>
      <div class="time-over tighten-over">
        {others.length > 0 && <CutShapes cuts={getRemoved(others)} window={{ from, to }} />}
        <ul aria-label="Visible cuts" onKeyDown={(event) => goOn(event, session)}>
          {marks.map(({ cut, index }) => (
            <CutMark
              key={cut.id}
              session={session}
              cut={cut}
              index={index}
              isDimmed={!isPassing(filter.value, cut)}
              isFirst={cut === marks[0]?.cut}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Handles the keys of the strip: arrow keys move from cut to cut, also to those out of view; P previews the cut in focus. */
function goOn(event: KeyboardEvent, session: ReviewSession): void {
  const { shown, selected, player } = session;
  const index = shown.findIndex(({ id }) => id === selected.value);
  const now = shown[index];
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.key.toLowerCase() === 'p' && now) {
    event.preventDefault();
    player.playAcross(now);
    return;
  }
  const targets: Readonly<Record<string, ShownCut | undefined>> = {
    ArrowLeft: shown[index - 1],
    ArrowRight: shown[index + 1],
    Home: shown[0],
    End: shown.at(-1),
  };
  const next = targets[event.key];
  if (next) {
    event.preventDefault();
    select(session, next);
    focusCut(next.id);
  }
}

const focusCut = (id: string): void =>
  focusRendered(() => document.querySelector<HTMLElement>(`[data-cut="${CSS.escape(id)}"]`));
