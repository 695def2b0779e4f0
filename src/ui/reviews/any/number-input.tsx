import { useLayoutEffect, useState } from 'preact/hooks';

/** A number field that commits a complete number on Enter, on blur and with each step of the arrow keys. */
export function NumberInput(props: {
  id?: string;
  name: string;
  value: number;
  step: number;
  least?: number;
  most?: number;
  isDisabled?: boolean;
  onCommit: (value: number) => void;
}) {
  const { id, name, value, step, least, most, isDisabled = false } = props;
  const { text, write, commit } = useNumberText(props);
  return (
    <input
      id={id}
      class="input input-number num"
      inputMode="decimal"
      autocomplete="off"
      role="spinbutton"
      aria-label={name}
      aria-valuenow={tidy(value)}
      aria-valuemin={least}
      aria-valuemax={most}
      disabled={isDisabled}
      value={text}
      onInput={(event) => write(event.currentTarget.value)}
      onBlur={() => commit(read(text))}
      onKeyDown={(event) => {
        const by = event.shiftKey ? 10 * step : step;
        const way = event.altKey ? 0 : event.key === 'ArrowUp' ? by : event.key === 'ArrowDown' ? -by : 0;
        if (way !== 0) {
          event.preventDefault();
          commit((Number.isFinite(read(text)) ? read(text) : value) + way);
        } else if (event.key === 'Enter') {
          commit(read(text));
        }
      }}
    />
  );
}

type Limits = { value: number; least?: number; most?: number; onCommit: (value: number) => void };

/** The text of a number field until it is committed. */
function useNumberText({ value, least = -Infinity, most = Infinity, onCommit }: Limits) {
  const [text, write] = useState(String(tidy(value)));
  // A layout effect, because a later one would undo what the user types meanwhile.
  useLayoutEffect(() => write(String(tidy(value))), [value]);
  const commit = (next: number): void => {
    const kept = Number.isFinite(next) ? Math.min(most, Math.max(least, tidy(next))) : tidy(value);
    // The clamped value can equal the current one, in which case no prop changes.
    write(String(kept));
    if (kept !== tidy(value)) {
      onCommit(kept);
    }
  };
  return { text, write, commit };
}

/** Accepts decimal commas as well. */
const read = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));
const tidy = (value: number): number => Math.round(value * 1e3) / 1e3;
