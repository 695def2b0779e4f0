import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PreviewEvent } from '#core/protocol/preview.ts';
import type { DataOf } from '#ui/app/client.ts';
import { toTimecode } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { createPreview, type Preview } from './preview.ts';

type State = {
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly isPlaying: boolean;
  readonly warnings: readonly string[];
  readonly failure: string | null;
};

const nothing: State = { seconds: 0, durationSeconds: 0, isPlaying: false, warnings: [], failure: null };

/** Renders a canvas as it would be exported: plays it, and seeks to any time. */
export function PreviewPlayer({ canvas }: { canvas: DataOf<'getCanvas'> }) {
  const { element, preview, state, setPlaying } = usePreview(canvas);
  const { seconds, durationSeconds, isPlaying, warnings, failure } = state;
  const name = isPlaying ? 'Pause' : 'Play';
  return (
    <div class="viewer">
      <div class="stage-frame">
        <canvas class="preview-canvas" ref={element} aria-label={canvas.document.title} role="img" />
      </div>
      <div class="transport transport-plain">
        <button
          type="button"
          class="button button-quiet button-icon"
          aria-label={name}
          title={name}
          onClick={() => setPlaying(!isPlaying)}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
        <input
          class="transport-time"
          type="range"
          min={0}
          max={durationSeconds}
          step={1 / canvas.document.frameRate}
          value={seconds}
          aria-label="Time"
          aria-valuetext={toTimecode(seconds)}
          onInput={(event) => preview.current?.seek(event.currentTarget.valueAsNumber)}
        />
        <span class="num small transport-clock">
          {toTimecode(seconds)} <span class="soft">/ {toTimecode(durationSeconds)}</span>
        </span>
      </div>
      {failure !== null && (
        <p class="note" role="alert">
          {failure}
        </p>
      )}
      {warnings.map((warning) => (
        <p class="note" key={warning}>
          {warning}
        </p>
      ))}
    </div>
  );
}

/** A preview on the element that receives `element` as its ref; it shows the newest state of the canvas. */
function usePreview({ document, assets }: DataOf<'getCanvas'>) {
  const element = useRef<HTMLCanvasElement>(null);
  const preview = useRef<Preview | null>(null);
  const [state, setState] = useState(nothing);
  // Before the paint: an immediate play call needs the preview.
  useLayoutEffect(() => {
    const onEvent = (event: PreviewEvent): void => setState((before) => follow(before, event));
    preview.current = element.current && createPreview(element.current.transferControlToOffscreen(), onEvent);
    return () => preview.current?.close();
  }, []);
  useLayoutEffect(() => preview.current?.load(document, assets), [document, assets]);
  const setPlaying = (isPlaying: boolean): void => {
    setState((before) => ({ ...before, isPlaying }));
    if (isPlaying) {
      preview.current?.play();
    } else {
      preview.current?.pause();
    }
  };
  return { element, preview, state, setPlaying };
}

function follow(before: State, event: PreviewEvent): State {
  switch (event.type) {
    case 'loaded':
      return { ...before, durationSeconds: event.durationSeconds };
    case 'time':
      return { ...before, seconds: event.seconds };
    case 'ended':
      return { ...before, seconds: before.durationSeconds, isPlaying: false };
    case 'warning':
      return { ...before, warnings: [...new Set([...before.warnings, event.sentence])] };
    case 'failed':
      return { ...before, isPlaying: false, failure: event.message };
    case 'shown':
    case 'sound':
    case 'stats':
      break;
  }
  return before;
}
