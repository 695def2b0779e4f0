import { useLayoutEffect, useRef } from 'preact/hooks';
import { toTimecode } from '#ui/kit/format.ts';
import { DraftTransport } from '#ui/reviews/any/draft-stage.tsx';
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
  const ratio = (material.width ?? 16) / (material.height ?? 9);
  return (
    <div class="draft-stage">
      {/* The player needs the canvas, also for audio without images. */}
      <div
        class="draft-frame tighten-picture"
        style={{ '--shape': `${ratio}`, aspectRatio: String(ratio) }}
        hidden={isSound(material)}
      >
        <canvas ref={canvas} class="draft-canvas" role="img" aria-label="The clip without the cuts" />
        {!player.isShown.value && <StageWait />}
      </div>
      <DraftTransport
        isPlaying={player.isPlaying.value}
        name="Play tightened clip"
        onToggle={() => (player.isPlaying.value ? player.pause() : player.play())}
      >
        <Clock session={session} /> <span class="soft">/ {toTimecode(getDuration(session))}</span>
      </DraftTransport>
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
  return <span>{toTimecode(toResultSeconds(getRemoved(session.shown), session.player.seconds.value))}</span>;
}
