import { useEffect, useRef } from 'preact/hooks';
import { focusRendered } from '#ui/kit/focus-rendered.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { Filmstrip } from '#ui/kit/strips/filmstrip.tsx';
import { Waveform } from '#ui/kit/strips/waveform.tsx';
import { isSound, select, type ReviewSession } from './review-session.ts';
import { getRemoved, type ShownCut } from './cut-draft.ts';
import { isPassing } from './cut-filter.ts';
import { CutMark } from './cut-mark.tsx';
import { getMarks } from './cut-marks.ts';
import { CutShapes } from './cut-shapes.tsx';
import { Fitted } from './fitted.tsx';
import { Playhead } from './playhead.tsx';
import { fitWindow, zoomWindow, type ViewWindow } from './view-window.ts';

/** The visible part of the clip as filmstrip and waveform, with its cuts. A click outside of a cut moves the playhead. */
export function CutStrip({ session }: { session: ReviewSession }) {
  const { shown, view, material, audioTrack, player, filter, selected } = session;
  const { from, to } = view.value;
  const box = useRef<HTMLDivElement>(null);
  useWheel(box, session);
  const { material: assetId } = material;
  const span = { fromSeconds: from, toSeconds: to };
  const { marks, others } = getMarks(shown, view.value, selected.value);
  const seek = (event: PointerEvent): void => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    player.seek(from + ((event.clientX - left) / width) * (to - from));
  };
  return (
    <div class={isSound(material) ? 'tighten-strip tighten-strip-sound' : 'tighten-strip'} ref={box}>
      {!isSound(material) && (
        <div class="tighten-film" onPointerDown={seek}>
          <Fitted>{(place) => <Filmstrip assetId={assetId} {...span} box={place} />}</Fitted>
        </div>
      )}
      <div class="tighten-wave" onPointerDown={seek}>
        <Fitted>{(place) => <Waveform sound={{ assetId, audioTrack }} {...span} box={place} />}</Fitted>
      </div>
      <Ruler from={from} to={to} />
      {others.length > 0 && <CutShapes cuts={getRemoved(others)} window={view.value} />}
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
      <Playhead session={session} window={() => view.value} />
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

/** Handles the wheel: with Ctrl it zooms at the pointer, otherwise it scrolls, only sideways. */
function useWheel(box: { readonly current: HTMLElement | null }, { view, list }: ReviewSession): void {
  useEffect(() => {
    const element = box.current;
    const onWheel = (event: WheelEvent): void => {
      const { from, to } = view.value;
      const { left, width } =
        event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : { left: 0, width: 1 };
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const around = from + ((event.clientX - left) / width) * (to - from);
        view.value = zoomWindow(view.value, Math.exp(event.deltaY / 300), around, list.beforeSeconds);
      } else if (event.deltaX !== 0 || event.shiftKey) {
        event.preventDefault();
        const bySeconds = ((event.deltaX || event.deltaY) / width) * (to - from);
        view.value = fitWindow({ from: from + bySeconds, to: to + bySeconds }, list.beforeSeconds);
      }
    };
    // Preact adds passive wheel listeners, which cannot prevent the page from zooming.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
}

const rulerSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];

function Ruler({ from, to }: ViewWindow) {
  const step = rulerSteps.find((one) => (to - from) / one <= 10) ?? 1200;
  const first = Math.ceil(from / step);
  const marks = Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => (first + at) * step);
  return (
    <div class="tighten-ruler num" aria-hidden="true">
      {marks.map((seconds) => (
        <span key={seconds} style={{ insetInlineStart: `${(100 * (seconds - from)) / (to - from)}%` }}>
          {toTimecode(seconds).replace(/\.00$/, '')}
        </span>
      ))}
    </div>
  );
}
