import { toTimecode } from '../format.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import type { Comparison } from './comparison.ts';
import { zoomAt } from './compose.ts';
import type { ViewState } from './view-state.ts';
import type { Player } from './player.ts';

/** The controls of the player: play, step, seek, volume and zoom. */
export function Transport(props: {
  player: Player;
  comparison: Comparison;
  state: ViewState;
  onChange: (part: Partial<ViewState>) => void;
}) {
  const { player, comparison } = props;
  const isPlaying = player.isPlaying.value;
  const isMuted = player.isMuted.value;
  const time = Math.min(player.timeSeconds.value, comparison.durationSeconds);
  return (
    <div class="transport">
      <div class="row transport-keys">
        <Tool name={isPlaying ? 'Pause' : 'Play'} icon={isPlaying ? 'pause' : 'play'} onClick={() => player.toggle()} />
        <Tool name="Previous frame" icon="back" onClick={() => player.step(-1)} />
        <Tool name="Next frame" icon="forward" onClick={() => player.step(1)} />
      </div>
      <input
        class="transport-time"
        type="range"
        min={0}
        max={comparison.durationSeconds}
        step={1 / comparison.frameRate}
        value={time}
        aria-label="Time"
        aria-valuetext={toTimecode(time)}
        onInput={(event) => player.seek(event.currentTarget.valueAsNumber)}
      />
      <span class="num small transport-clock">
        {toTimecode(time)} <span class="soft">/ {toTimecode(comparison.durationSeconds)}</span>
      </span>
      <div class="row transport-keys">
        <Tool
          name={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? 'muted' : 'sound'}
          onClick={() => player.setMuted(!isMuted)}
        />
        <ZoomTools state={props.state} onChange={props.onChange} />
      </div>
    </div>
  );
}

function ZoomTools({ state, onChange }: { state: ViewState; onChange: (part: Partial<ViewState>) => void }) {
  const { zoom } = state;
  const zoomTo = (scale: number): void => onChange({ zoom: zoomAt(zoom, scale, { x: 0.5, y: 0.5 }) });
  return (
    <>
      <Tool name="Zoom out" icon="minus" onClick={() => zoomTo(Math.ceil(zoom.scale * 2 - 1) / 2)} />
      <button
        type="button"
        class="button button-quiet zoom-share num small"
        aria-label={`Zoom ${Math.round(zoom.scale * 100)} %, reset to 100 %`}
        onClick={() => zoomTo(1)}
      >
        {Math.round(zoom.scale * 100)} %
      </button>
      <Tool name="Zoom in" icon="plus" onClick={() => zoomTo(Math.floor(zoom.scale * 2 + 1) / 2)} />
    </>
  );
}

function Tool({ name, icon, onClick }: { name: string; icon: IconName; onClick: () => void }) {
  return (
    <button type="button" class="button button-quiet button-icon" aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
