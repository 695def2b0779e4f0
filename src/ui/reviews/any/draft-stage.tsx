import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { PreviewAssets } from '#core/protocol/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import './draft-stage.css';
import { toTimecode } from '#ui/kit/format.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { DraftPlayer } from './draft-player.ts';
import { StageWait } from './stage-wait.tsx';

/** A player for the lifetime of the component that shows the newest state of the document. */
export function useDraftPlayer(document: TimelineDocument, assets: PreviewAssets): DraftPlayer {
  const player = useMemo(() => new DraftPlayer(), []);
  // A layout effect, because the player needs a document before a click can start playback.
  useLayoutEffect(() => player.show(document, assets), [document, assets]);
  useEffect(() => () => player.close(), []);
  return player;
}

/** The result of a proposal while the user edits it: the preview with its overlay, the play button and the time. */
export function DraftStage(props: {
  player: DraftPlayer;
  document: TimelineDocument;
  durationSeconds: number;
  /** The overlay, positioned in the box of the preview. */
  children?: ComponentChildren;
}) {
  const { player, document, durationSeconds, children } = props;
  const { width, height, title } = document;
  const element = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (element.current) {
      player.open(element.current);
    }
  }, []);
  const { value: problem } = player.problem;
  const isWaiting = player.shown.value === 0;
  return (
    <div class="draft-stage">
      <div class="draft-frame" style={{ '--shape': `${width / height}`, aspectRatio: `${width} / ${height}` }}>
        <canvas ref={element} class="draft-canvas" role="img" aria-label={title} />
        {isWaiting && <StageWait />}
        {children}
      </div>
      <DraftTransport isPlaying={player.isPlaying.value} name="Play" onToggle={() => player.toggle()}>
        <Clock player={player} durationSeconds={durationSeconds} />
      </DraftTransport>
      {problem !== null && (
        <p class="note" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The play button and the time. The ruler of the timeline moves the playhead. */
export function DraftTransport(props: {
  isPlaying: boolean;
  name: string;
  onToggle: () => void;
  children: ComponentChildren;
}) {
  const { isPlaying, onToggle, children } = props;
  const name = isPlaying ? 'Pause' : props.name;
  return (
    <div class="row draft-transport">
      <button type="button" class="button button-quiet button-icon" aria-label={name} title={name} onClick={onToggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <span class="num small">{children}</span>
    </div>
  );
}

/** The time, in its own component because it changes with every frame. */
const Clock = ({ player, durationSeconds }: { player: DraftPlayer; durationSeconds: number }) => (
  <>
    {toTimecode(player.seconds.value)} <span class="soft">/ {toTimecode(durationSeconds)}</span>
  </>
);
