import { useComputed, type Signal } from '@preact/signals';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { getCommand, getHint } from '../commands/get-command.ts';
import { keepFocus } from '../commands/keep-focus.ts';
import { useEditor } from '../editor.ts';
import { HelpButton } from '../help/help-button.tsx';
import { fromSlider, toSlider, zoomLimits } from './geometry.ts';
import { toggleMagnetic } from './magnet.ts';
import { TimelineIcon, type TimelineIconName } from './timeline-icon.tsx';
import type { Tool } from './timeline-view.ts';
import { zoomAtPlayhead } from './use-wheel.ts';

/** The tools and the zoom of the timeline. */
export function TimelineBar() {
  const editor = useEditor();
  const { view, layout } = editor;
  return (
    <div class="timeline-bar" role="group" aria-label="Timeline tools" onMouseDown={keepFocus}>
      <span class="bar-group">
        {tools.map(([name, label]) => (
          <Toggle
            key={name}
            name={name}
            label={label}
            command={`tool-${name}`}
            isOn={view.tool.value === name}
            onClick={() => (view.tool.value = name)}
          />
        ))}
      </span>
      <span class="bar-group">
        <Switch name="snap" label="Snapping" state={view.isSnapping} command="snapping" />
        <Toggle
          name="magnet"
          label="Magnetic"
          command="magnetic"
          isOn={view.isMagnetic.value}
          isLabelled
          onClick={() => toggleMagnetic(editor)}
        />
        <Switch name="ripple" label="Ripple" state={view.isRippling} command="rippling" isLabelled />
      </span>
      <span class="bar-group">
        {/* A phone has them in its bar of actions. */}
        {layout.shape.value !== 'phone' && (
          <>
            <Do id="split" name="split" />
            <Do id="delete" name="bin" />
          </>
        )}
        <Do id="add-marker" name="marker" />
        <Do id="add-track" name="plus" />
      </span>
      <span class="bar-group bar-end">
        <Switch name="table" label="List view" state={view.isTable} command="table" />
        <Zoom />
        <HelpButton topic="timeline" />
      </span>
    </div>
  );
}

const tools: readonly (readonly [Tool, string])[] = [
  ['select', 'Select'],
  ['razor', 'Razor'],
  ['slip', 'Slip'],
];

/** A toggle button; its tooltip has the key of the same command. */
function Toggle(props: {
  name: TimelineIconName;
  label: string;
  command: string;
  isOn: boolean;
  /** Shows the label next to the icon. */
  isLabelled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class={props.isLabelled ? 'bar-button bar-labelled' : 'bar-button'}
      aria-label={props.label}
      aria-pressed={props.isOn}
      title={getHint(props.command, props.label)}
      onClick={props.onClick}
    >
      <TimelineIcon name={props.name} />
      {props.isLabelled && <span class="bar-label">{props.label}</span>}
    </button>
  );
}

function Switch(props: {
  name: TimelineIconName;
  label: string;
  command: string;
  state: Signal<boolean>;
  isLabelled?: boolean;
}) {
  const { state, ...rest } = props;
  return <Toggle {...rest} isOn={state.value} onClick={() => (state.value = !state.peek())} />;
}

/** The button of a command of the timeline, with its key in the tooltip. */
function Do({ id, name }: { id: string; name: TimelineIconName | 'plus' | 'minus' }) {
  const editor = useEditor();
  const command = getCommand(id);
  const isEnabled = useComputed(() => command.isEnabled?.(editor) ?? true).value;
  return (
    <button
      type="button"
      class="bar-button"
      aria-label={command.label}
      title={getHint(id)}
      aria-disabled={!isEnabled}
      onClick={() => isEnabled && command.run(editor)}
    >
      {name === 'plus' || name === 'minus' ? <Icon name={name} /> : <TimelineIcon name={name} />}
    </button>
  );
}

function Zoom() {
  const editor = useEditor();
  const { view, document } = editor;
  const canvas = { durationSeconds: getDocumentSeconds(document.value), frameRate: document.value.frameRate };
  const limits = zoomLimits(canvas, view.widthPx.value);
  const zoom = view.pixelsPerSecond.value;
  return (
    <span class="bar-zoom">
      <Do id="zoom-out" name="minus" />
      <input
        type="range"
        aria-label="Timeline zoom"
        aria-valuetext={`${Math.round(zoom)} pixels per second`}
        min={0}
        max={1}
        step={0.01}
        value={toSlider(zoom, limits)}
        onInput={({ currentTarget }) => zoomAtPlayhead(editor, fromSlider(Number(currentTarget.value), limits))}
      />
      <Do id="zoom-in" name="plus" />
      <Do id="fit" name="fit" />
    </span>
  );
}
