import { useState } from 'preact/hooks';
import { readEdited, toText } from '#ui/reviews/any/edited-json.ts';
import { JsonField } from '#ui/reviews/any/json-field.tsx';
import type { FieldProps } from './field-props.ts';

/** A value that no other control can show, as JSON. Invalid JSON is not applied. */
export function JsonInput({ field, value, onChange }: FieldProps) {
  const [text, setText] = useState(() => toText(value));
  const edited = readEdited(text, value);
  const take = (next: string): void => {
    setText(next);
    const read = readEdited(next, value);
    if (read.isValid && read.changed !== undefined) {
      onChange(read.changed);
    }
  };
  return (
    <div class="field-wide">
      <JsonField label={field.label || 'Value'} hint={field.hint} text={text} edited={edited} onInput={take} />
    </div>
  );
}
