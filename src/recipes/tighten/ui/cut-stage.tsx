import { useLayoutEffect, useRef } from 'preact/hooks';
import { toTimecode } from '#ui/kit/format.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { StageWait } from '#ui/reviews/any/stage-wait.tsx';
import { isSound, type ReviewSession } from './review-session.ts';
import { getRemoved } from './cut-draft.ts';
import { toResultSeconds } from './cut-time.ts';

/** The preview of the tightened clip. */
export function CutStage({ session }: { session: ReviewSession }) {
  const { player, material } = session;
  const canvas = useRef<HTMLCanvasElement>(null);
  // A layout effect, because playback needs the canvas before a click can start it.
  useLayoutEffect(() => (canvas.current ? player.attach(canvas.current) : undefined), []);
  const isPlaying = player.isPlaying.value;
  const name = isPlaying ? 'Pause' : 'Play tightened clip';
  const ratio = (material.width ?? 16) / (material.height ?? 9);
  return (
    <div class="tighten-stage">
      {/* The player needs the canvas, also for audio without images. */}
      <div class="tighten-picture" style={{ aspectRatio: String(ratio) }} hidden={isSound(material)}>
        <canvas ref={canvas} role="img" aria-label="The clip without the cuts" />
        {!player.isShown.value && <StageWait />}
      </div>
      <div class="row tighten-transport">
        <button
          type="button"
          class="button button-icon"
          aria-label={name}
          title={name}
          onClick={() => (isPlaying ? player.pause() : player.play())}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
        <Clock session={session} />
        <span class="soft num">of {toTimecode(getDuration(session))}</span>
      </div>
      {player.failure.value !== null && (
        <p class="note" role="alert">
          {player.failure.value}
        </p>
      )}
    </div>
  );
}

const getDuration = ({ shown, list }: ReviewSession): number => toResultSeconds(getRemoved(shown), list.beforeSeconds);

/** The time of the tightened clip, in its own component because it changes with every frame. */
function Clock({ session }: { session: ReviewSession }) {
  return (
    <span class="num">{toTimecode(toResultSeconds(getRemoved(session.shown), session.player.seconds.value))}</span>
  );
}
