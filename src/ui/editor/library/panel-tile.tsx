import type { ComponentChildren } from 'preact';
import './panels.css';

/** A tile with a preview. `name` is the accessible name if it says more than the label; `isOn` makes it a toggle. */
export function PanelTile(props: {
  label: string;
  name?: string;
  face: ComponentChildren;
  look?: string;
  isOn?: boolean;
  isOff?: boolean;
  onClick: () => void;
}) {
  const { label, name = label, face, look = '', isOn, isOff = false, onClick } = props;
  return (
    <button
      type="button"
      class="panel-tile"
      aria-label={name}
      disabled={isOff}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      onClick={onClick}
    >
      <span class={`panel-tile-face ${look}`} aria-hidden="true">
        {face}
      </span>
      {label}
    </button>
  );
}
