import { useRef } from 'preact/hooks';
import { useDrag } from '#ui/kit/drag.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { Filmstrip } from '#ui/kit/strips/filmstrip.tsx';
import { Waveform } from '#ui/kit/strips/waveform.tsx';
import { useSize } from '#ui/kit/use-size.ts';
import type { Placeable } from '../materials/placeable.ts';
import type { SourcePlayer } from './source-player.ts';
import { getMarks, setMark } from './source-state.ts';

/** The height of the strip, in pixels. */
const heightPx = 44;

/** The whole file as a strip: the time, and handles for the in and out points. */
export function SourceTrack({ source, player }: { source: Placeable; player: SourcePlayer }) {
  const { assetId, kind } = source;
  const durationSeconds = source.durationSeconds ?? 0;
  const strip = useRef<HTMLDivElement>(null);
  const { widthPx } = useSize(strip);
  const { startSeconds, endSeconds } = getMarks(source) ?? { startSeconds: 0, endSeconds: durationSeconds };
  const box = { left: 0, width: widthPx, height: heightPx };
  const span = { fromSeconds: 0, toSeconds: durationSeconds };
  const toShare = (seconds: number): string => `${(100 * seconds) / Math.max(1e-3, durationSeconds)}%`;
  return (
    <div class="source-track" data-kind={kind}>
      <div class="source-strip" ref={strip}>
        {widthPx > 0 && kind === 'video' && <Filmstrip assetId={assetId} {...span} box={box} />}
        {widthPx > 0 && kind === 'sound' && <Waveform sound={{ assetId }} {...span} box={box} />}
        <div class="source-out" style={{ insetInline: `0 calc(100% - ${toShare(startSeconds)})` }} />
        <div class="source-out" style={{ insetInline: `${toShare(endSeconds)} 0` }} />
        <input
          class="source-scrub"
          type="range"
          min={0}
          max={durationSeconds}
          step={1 / (source.frameRate ?? 30)}
          value={player.seconds.value}
          aria-label="Source time"
          aria-valuetext={toTimecode(player.seconds.value)}
          onInput={(event) => player.seek(event.currentTarget.valueAsNumber)}
        />
        <Handle mark="in" at={startSeconds} source={source} player={player} widthPx={widthPx} />
        <Handle mark="out" at={endSeconds} source={source} player={player} widthPx={widthPx} />
      </div>
    </div>
  );
}

/** The in or the out point, which the pointer or the arrow keys move; the frame there is shown. */
function Handle(props: { mark: 'in' | 'out'; at: number; source: Placeable; player: SourcePlayer; widthPx: number }) {
  const { mark, at, source, player, widthPx } = props;
  const durationSeconds = source.durationSeconds ?? 0;
  const put = (seconds: number): void => {
    setMark(source, mark, seconds);
    player.pause();
    player.seek(Math.min(durationSeconds, Math.max(0, seconds)));
  };
  const startDrag = useDrag<{ readonly from: number }>({
    move: (by, _, { from }) => put(from + (by.x * durationSeconds) / Math.max(1, widthPx)),
    end: (isDone, { from }) => isDone || put(from),
  });
  const frameSeconds = 1 / (source.frameRate ?? 30);
  return (
    <div
      class={`source-mark source-mark-${mark}`}
      role="slider"
      tabIndex={0}
      aria-label={mark === 'in' ? 'In point' : 'Out point'}
      aria-valuemin={0}
      aria-valuemax={durationSeconds}
      aria-valuenow={at}
      aria-valuetext={toTimecode(at)}
      style={{ insetInlineStart: `${(100 * at) / Math.max(1e-3, durationSeconds)}%` }}
      onPointerDown={(event) => startDrag(event, { from: at })}
      onKeyDown={(event) => {
        const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
        if (way !== undefined) {
          event.preventDefault();
          put(at + way * (event.shiftKey ? 10 : 1) * frameSeconds);
        }
      }}
    />
  );
}
