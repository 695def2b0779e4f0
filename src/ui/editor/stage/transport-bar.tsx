import type { Signal } from '@preact/signals';
import { durationOf } from '#core/timeline/schedule.ts';
import { toTimecode } from '../../format.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { keepFocus } from '../commands/keep-focus.ts';
import { useEditor } from '../editor.ts';
import { flipSelection, startCrop } from './item-actions.ts';
import { seekTo, stepFrames } from './playhead.ts';
import { seenSelection } from './selected.ts';
import type { StageState } from './stage-state.ts';
import { toggleFullscreen } from './stage-view.ts';
import { TimeField } from './time-field.tsx';
import { ZoomMenu } from './zoom-menu.tsx';

/** What plays, what is done with the selected item, and how the picture is seen. */
export function TransportBar({ state }: { state: Signal<StageState> }) {
  return (
    <div class="stage-bar" role="group" aria-label="Playback and picture">
      <Scrub />
      <Playing />
      <div class="stage-bar-time">
        <TimeField />
        <Rate />
        <RangeChip />
      </div>
      <div class="stage-bar-end">
        <ItemTools />
        <PreviewSize state={state} />
        <Looking />
      </div>
    </div>
  );
}

/** The time as a slider, where there is no timeline: on the full screen. */
function Scrub() {
  const editor = useEditor();
  const { transport, shown } = editor;
  return (
    <input
      class="stage-scrub"
      type="range"
      min={0}
      max={durationOf(shown.value)}
      step={1 / shown.value.frameRate}
      value={transport.seconds.value}
      aria-label="Time"
      aria-valuetext={toTimecode(transport.seconds.value)}
      onInput={(event) => seekTo(editor, event.currentTarget.valueAsNumber)}
    />
  );
}

function Playing() {
  const editor = useEditor();
  const { transport, shown } = editor;
  const isPlaying = transport.isPlaying.value;
  return (
    <div class="stage-bar-keys">
      <IconButton name="To the start (Home)" icon="first" look="stage-wide" onClick={() => seekTo(editor, 0)} />
      <IconButton name="One frame back (Left)" icon="back" onClick={() => stepFrames(editor, -1)} />
      <IconButton
        name={isPlaying ? 'Pause' : 'Play'}
        hint={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
        icon={isPlaying ? 'pause' : 'play'}
        look="stage-play"
        onClick={transport.toggle}
      />
      <IconButton name="One frame on (Right)" icon="forward" onClick={() => stepFrames(editor, 1)} />
      <IconButton
        name="To the end (End)"
        icon="last"
        look="stage-wide"
        onClick={() => seekTo(editor, durationOf(shown.value))}
      />
      <IconButton
        name="Play again and again (Shift+L)"
        icon="loop"
        look="stage-wide"
        isPressed={transport.isLooping.value}
        onClick={() => toggleLoop(editor)}
      />
    </div>
  );
}

/** Plays again and again, or once; what plays goes on so. */
export function toggleLoop({ transport }: ReturnType<typeof useEditor>): void {
  transport.isLooping.value = !transport.isLooping.value;
  if (transport.isPlaying.value) {
    transport.play(transport.rate.value);
  }
}

/** Another speed than the usual one, which is silent. */
function Rate() {
  const { rate, isPlaying } = useEditor().transport;
  return isPlaying.value && rate.value !== 1 ? (
    <span class="small num stage-rate" title="Sound is played at the usual speed only">
      {rate.value < 0 ? '−' : ''}
      {Math.abs(rate.value)}×, silent
    </span>
  ) : null;
}

/** In and out points; a click takes them away. */
function RangeChip() {
  const { range } = useEditor().transport;
  if (range.value === null) {
    return null;
  }
  const { startSeconds, endSeconds } = range.value;
  const text = `${toTimecode(startSeconds)} – ${toTimecode(endSeconds)}`;
  return (
    <button
      type="button"
      class="button button-quiet small num stage-range"
      title="Clear in and out (Alt+X)"
      aria-label={`In to out, ${text}: clear`}
      onClick={() => (range.value = null)}
    >
      {text} ×
    </button>
  );
}

/** For what is selected and seen at the playhead. */
function ItemTools() {
  const editor = useEditor();
  const { selection, stage, transport } = editor;
  const seen = selection.value.length > 0 && !transport.isPlaying.value ? seenSelection(editor) : [];
  const free = seen.filter(({ isFree }) => isFree);
  const [one] = free;
  if (!one || stage.mode.value.type !== 'arrange') {
    return null;
  }
  const isPicture = free.length === 1 && (one.item.type === 'video' || one.item.type === 'picture');
  return (
    <div class="stage-bar-keys stage-item-tools">
      {isPicture && <IconButton name="Crop (Shift+C)" icon="crop" onClick={() => startCrop(editor)} />}
      <IconButton
        name="Flip left to right (Shift+H)"
        icon="flip-across"
        onClick={() => flipSelection(editor, 'horizontal')}
      />
      <IconButton
        name="Flip upside down (Shift+V)"
        icon="flip-down"
        onClick={() => flipSelection(editor, 'vertical')}
      />
    </div>
  );
}

/** The preview has fewer pixels than the export of a large canvas. */
function PreviewSize({ state }: { state: Signal<StageState> }) {
  const { shown } = useEditor();
  const { size } = state.value;
  return size && size.width < shown.value.width ? (
    <span
      class="small soft num stage-size"
      title={`The preview has ${size.width} × ${size.height} pixels; exports have up to ${shown.value.width} × ${shown.value.height}.`}
    >
      {size.height}p
    </span>
  ) : null;
}

function Looking() {
  const { stage } = useEditor();
  return (
    <div class="stage-bar-keys">
      <IconButton
        name="Safe areas (')"
        icon="guides"
        look="stage-wide"
        isPressed={stage.hasSafeAreas.value}
        onClick={() => (stage.hasSafeAreas.value = !stage.hasSafeAreas.value)}
      />
      <ZoomMenu />
      <IconButton name="Full screen (F)" icon="fullscreen" onClick={() => void toggleFullscreen(stage)} />
    </div>
  );
}

type IconButtonProps = {
  readonly name: string;
  readonly hint?: string;
  readonly icon: IconName;
  readonly look?: string;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
};

/** A key in brackets is in the hint, and not in the name. */
function IconButton({ name, hint = name, icon, look = '', isPressed, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`button button-quiet button-icon ${look}`}
      aria-label={name.replace(/ \(.*\)$/, '')}
      aria-pressed={isPressed}
      title={hint}
      onMouseDown={keepFocus}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
