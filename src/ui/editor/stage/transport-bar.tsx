import type { Signal } from '@preact/signals';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { Icon, type IconName } from '#ui/kit/parts/icon.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { getCommand, getHint } from '../commands/get-command.ts';
import { keepFocus } from '../commands/keep-focus.ts';
import { useEditor } from '../editor.ts';
import { HelpButton } from '../help/help-button.tsx';
import { formatTime } from '../time-notation.ts';
import { seekTo } from './playhead.ts';
import { seenSelection } from './selected.ts';
import type { StageState } from './stage-state.ts';
import { TimeField } from './time-field.tsx';
import { ZoomMenu } from './zoom-menu.tsx';

const LevelMeter = later(async () => (await import('./level-meter.tsx')).LevelMeter);

/** The controls for playback, for the selected item, and for the zoom of the preview. */
export function TransportBar({ state }: { state: Signal<StageState> }) {
  return (
    <div class="stage-bar" role="group" aria-label="Playback and preview">
      <Scrub />
      <Playing />
      <div class="stage-bar-time">
        <TimeField />
        <Rate />
        <LevelMeter />
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

/** The time as a slider, in full screen, where there is no timeline. */
function Scrub() {
  const editor = useEditor();
  const { transport, shown } = editor;
  return (
    <input
      class="stage-scrub"
      type="range"
      min={0}
      max={getDocumentSeconds(shown.value)}
      step={1 / shown.value.frameRate}
      value={transport.seconds.value}
      aria-label="Time"
      aria-valuetext={formatTime(transport.seconds.value, shown.value.frameRate)}
      onInput={(event) => seekTo(editor, event.currentTarget.valueAsNumber)}
    />
  );
}

function Playing() {
  const { transport } = useEditor();
  const isPlaying = transport.isPlaying.value;
  return (
    <div class="stage-bar-keys">
      <IconButton id="to-start" icon="first" look="stage-wide" />
      <IconButton id="frame-back" icon="back" />
      <IconButton id="play" name={isPlaying ? 'Pause' : 'Play'} icon={isPlaying ? 'pause' : 'play'} look="stage-play" />
      <IconButton id="frame-on" icon="forward" />
      <IconButton id="to-end" icon="last" look="stage-wide" />
      <IconButton id="loop" name="Loop" icon="loop" look="stage-wide" isPressed={transport.isLooping.value} />
    </div>
  );
}

/** A playback speed other than 1, which is silent. */
function Rate() {
  const { rate, isPlaying } = useEditor().transport;
  return isPlaying.value && rate.value !== 1 ? (
    <span class="small num stage-rate" title="Audio plays at normal speed only">
      {rate.value < 0 ? '−' : ''}
      {Math.abs(rate.value)}×, silent
    </span>
  ) : null;
}

/** The in and out points; a click removes them. */
function RangeChip() {
  const { transport, shown } = useEditor();
  const { range } = transport;
  if (range.value === null) {
    return null;
  }
  const { frameRate } = shown.value;
  const { startSeconds, endSeconds } = range.value;
  const text = `${formatTime(startSeconds, frameRate)} to ${formatTime(endSeconds, frameRate)}`;
  return (
    <button
      type="button"
      class="button button-quiet small num stage-range"
      title={`${text}. ${getHint('clear-marks')}`}
      aria-label={`In to out, ${text}: clear`}
      onClick={() => (range.value = null)}
    >
      In–out {formatTime(endSeconds - startSeconds, frameRate)} ×
    </button>
  );
}

/** The tools for the selected item that is visible at the playhead. */
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
      {isPicture && <IconButton id="crop" icon="crop" />}
      <IconButton id="flip-across" icon="flip-across" />
      <IconButton id="flip-down" icon="flip-down" />
    </div>
  );
}

/** The size of the preview if it has fewer pixels than the export of a large canvas. */
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
      <IconButton id="safe-areas" icon="guides" look="stage-wide" isPressed={stage.hasSafeAreas.value} />
      <ZoomMenu />
      <IconButton id="fullscreen" icon="fullscreen" />
      <HelpButton topic="preview" />
    </div>
  );
}

type IconButtonProps = {
  /** The id of the command that a click runs. */
  readonly id: string;
  /** Replaces the label of the command. */
  readonly name?: string;
  readonly icon: IconName;
  readonly look?: string;
  readonly isPressed?: boolean;
};

/** The button of a command, with its key in the tooltip. */
function IconButton({ id, name = getCommand(id).label, icon, look = '', isPressed }: IconButtonProps) {
  const editor = useEditor();
  return (
    <button
      type="button"
      class={`button button-quiet button-icon ${look}`}
      aria-label={name}
      aria-pressed={isPressed}
      title={getHint(id, name)}
      onMouseDown={keepFocus}
      onClick={() => getCommand(id).run(editor)}
    >
      <Icon name={icon} />
    </button>
  );
}
