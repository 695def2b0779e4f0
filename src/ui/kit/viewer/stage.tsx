import { effect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Comparison } from './comparison.ts';
import { clampZoom, drawScene, zoomAt } from './compose.ts';
import type { ViewState } from './view-state.ts';
import { Divider } from './divider.tsx';
import type { Player } from './player.ts';
import { usePan } from './use-pan.ts';

type StageProps = {
  player: Player;
  comparison: Comparison;
  /** Increases with every new frame of either video. */
  frame: ReadonlySignal<number>;
  state: ViewState;
  onChange: (part: Partial<ViewState>) => void;
};

/** The image of the viewer. It is one canvas, so that source, matte and cutout show the same moment. */
export function Stage(props: StageProps) {
  const { player, comparison, state, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useDrawing(props);
  usePan(box, state.zoom, (zoom) => onChange({ zoom }));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target === box.current && actOnKey(event, player, state, onChange)) {
      event.preventDefault();
    }
  };
  const zoomThere = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    const isOnControl = event.target instanceof Element && event.target.closest('[role=slider]') !== null;
    if (!isOnControl) {
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
      const point = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
      onChange({ zoom: zoomAt(state.zoom, state.zoom.scale > 1 ? 1 : closeScale, point) });
    }
  };
  return (
    <div class="stage-frame">
      <div
        ref={box}
        class={state.zoom.scale > 1 ? 'stage stage-zoomed' : 'stage'}
        style={{
          aspectRatio: `${comparison.width} / ${comparison.height}`,
          '--shape': comparison.width / comparison.height,
        }}
        tabIndex={0}
        role="group"
        aria-label="Video. Space plays, the arrow keys step frames, plus and minus zoom, Shift and the arrow keys pan the zoomed view."
        title="Double-click to zoom in"
        onKeyDown={onKeyDown}
        onDblClick={zoomThere}
      >
        <canvas ref={canvas} class="stage-canvas" />
        {player.source && <Divider share={state.divider} stage={box} onChange={(divider) => onChange({ divider })} />}
        {player.problem.value !== null && (
          <p class="note note-bad stage-problem" role="alert">
            {player.problem.value}
          </p>
        )}
      </div>
    </div>
  );
}

/** The scale after a double click. */
const closeScale = 2.5;
/** The distance that a key moves the zoomed image, in shares of the stage. */
const panShare = 0.1;

/** Handles a key; false for a key without a function here. */
function actOnKey(
  { key, shiftKey }: KeyboardEvent,
  player: Player,
  { zoom }: ViewState,
  onChange: StageProps['onChange'],
): boolean {
  const zoomTo = (scale: number): void => onChange({ zoom: zoomAt(zoom, scale, { x: 0.5, y: 0.5 }) });
  const [dx, dy] = (shiftKey ? directions[key] : undefined) ?? [0, 0];
  if (dx !== 0 || dy !== 0) {
    onChange({ zoom: clampZoom({ ...zoom, x: zoom.x - dx * panShare, y: zoom.y - dy * panShare }) });
    return true;
  }
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => player.toggle(),
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    '+': () => zoomTo(zoom.scale * 1.25),
    '=': () => zoomTo(zoom.scale * 1.25),
    '-': () => zoomTo(zoom.scale / 1.25),
    '0': () => zoomTo(1),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

/** The directions of the arrow keys, to the right and down. */
const directions: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Draws after a new frame, a view change or a resize, at most once per animation frame. */
function useDrawing({ player, frame, state }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(state);
  const request = useRef<() => void>(() => undefined);
  latest.current = state;
  useEffect(() => {
    const element = canvas.current;
    if (!element) {
      return undefined;
    }
    const scratch = document.createElement('canvas');
    let pending = 0;
    const draw = (): void => {
      pending = 0;
      fitToScreen(element);
      const { result, source } = player;
      const style = getComputedStyle(element);
      const checks = [style.getPropertyValue('--stage-check-a'), style.getPropertyValue('--stage-check-b')] as const;
      drawScene(element, scratch, { ...latest.current, result, source, checks, pixelRatio: devicePixelRatio });
    };
    request.current = () => (pending ||= requestAnimationFrame(draw));
    const observer = new ResizeObserver(request.current);
    observer.observe(element);
    const stop = effect(() => {
      void frame.value;
      request.current();
    });
    return () => {
      stop();
      observer.disconnect();
      cancelAnimationFrame(pending);
    };
  }, [player]);
  useLayoutEffect(() => request.current(), [state]);
  return canvas;
}

/** Sets the canvas size to the device pixels that it covers, so that nothing is scaled twice. */
function fitToScreen(canvas: HTMLCanvasElement): void {
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
}
