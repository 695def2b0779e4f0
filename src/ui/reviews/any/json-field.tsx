import { useId } from 'preact/hooks';
import type { EditedJson } from './edited-json.ts';

/** A text area for JSON, with the problem of its text. */
export function JsonField(props: {
  label: string;
  hint: string;
  text: string;
  edited: EditedJson;
  onInput: (text: string) => void;
}) {
  const id = useId();
  const { edited } = props;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {props.label}
      </label>
      <textarea
        id={id}
        class="input mono"
        rows={toRows(props.text)}
        spellcheck={false}
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        aria-invalid={!edited.isValid}
        value={props.text}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class={edited.isValid ? 'field-hint' : 'small bad'} aria-live="polite">
        {edited.isValid ? props.hint : edited.problem}
      </p>
    </div>
  );
}

/** Returns the height of the text area in rows: one for each line, 4 to 24. */
const toRows = (text: string): number => Math.min(24, Math.max(4, text.split('\n').length));
