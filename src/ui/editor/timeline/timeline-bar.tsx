import { useComputed, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { durationOf } from '#core/timeline/schedule.ts';
import { Icon } from '../../parts/icon.tsx';
import { keepFocus } from '../commands/keep-focus.ts';
import { commandOf, hintOf } from './command-of.ts';
import { useEditor } from '../editor.ts';
import { fromSlider, toSlider, zoomBy, zoomLimits } from './geometry.ts';
import { TimelineIcon, type TimelineIconName } from './timeline-icon.tsx';
import type { Tool } from './timeline-view.ts';
import { zoomAtPlayhead } from './use-wheel.ts';

/** Tools and zoom of the timeline. */
export function TimelineBar() {
  const { view } = useEditor();
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
        <Switch name="ripple" label="Ripple" state={view.isRippling} command="rippling" />
      </span>
      <span class="bar-group">
        <Do id="split" name="split" />
        <Do id="delete" name="bin" />
        <Do id="add-marker" name="marker" />
        <Do id="add-track" name={null} />
      </span>
      <span class="bar-group bar-end">
        <Switch name="table" label="As a table" state={view.isTable} command="table" />
        <Zoom />
      </span>
    </div>
  );
}

const tools: readonly (readonly [Tool, string])[] = [
  ['select', 'Select'],
  ['razor', 'Razor'],
  ['slip', 'Slip'],
];

/** A button of what is on or off; its tooltip has the key of the command that does the same. */
function Toggle(props: { name: TimelineIconName; label: string; command: string; isOn: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      class="bar-button"
      aria-label={props.label}
      aria-pressed={props.isOn}
      title={hintOf(commandOf(props.command), props.label)}
      onClick={props.onClick}
    >
      <TimelineIcon name={props.name} />
    </button>
  );
}

function Switch(props: { name: TimelineIconName; label: string; command: string; state: Signal<boolean> }) {
  const { state, ...rest } = props;
  return <Toggle {...rest} isOn={state.value} onClick={() => (state.value = !state.peek())} />;
}

/** A button of a command of the timeline. */
function Do({ id, name }: { id: string; name: TimelineIconName | null }) {
  const editor = useEditor();
  const command = commandOf(id);
  const isEnabled = useComputed(() => command.isEnabled?.(editor) ?? true).value;
  return (
    <BarButton
      label={command.label}
      title={hintOf(command)}
      isDisabled={!isEnabled}
      onClick={() => command.run(editor)}
    >
      {name === null ? <Icon name="plus" /> : <TimelineIcon name={name} />}
    </BarButton>
  );
}

function BarButton(props: {
  label: string;
  title: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}) {
  return (
    <button
      type="button"
      class="bar-button"
      aria-label={props.label}
      title={props.title}
      aria-disabled={props.isDisabled ?? false}
      onClick={() => props.isDisabled === true || props.onClick()}
    >
      {props.children}
    </button>
  );
}

function Zoom() {
  const editor = useEditor();
  const { view, document } = editor;
  const canvas = { durationSeconds: durationOf(document.value), frameRate: document.value.frameRate };
  const limits = zoomLimits(canvas, view.widthPx.value);
  const zoom = view.pixelsPerSecond.value;
  const by = (steps: number): void => zoomAtPlayhead(editor, zoomBy(view.pixelsPerSecond.peek(), steps));
  return (
    <span class="bar-zoom">
      <BarButton label="Zoom out" title="Zoom out (-)" onClick={() => by(-1)}>
        <Icon name="minus" />
      </BarButton>
      <input
        type="range"
        aria-label="Zoom of the timeline"
        aria-valuetext={`${Math.round(zoom)} pixels a second`}
        min={0}
        max={1}
        step={0.01}
        value={toSlider(zoom, limits)}
        onInput={({ currentTarget }) => zoomAtPlayhead(editor, fromSlider(Number(currentTarget.value), limits))}
      />
      <BarButton label="Zoom in" title="Zoom in (+)" onClick={() => by(1)}>
        <Icon name="plus" />
      </BarButton>
      <Do id="fit" name="fit" />
    </span>
  );
}
