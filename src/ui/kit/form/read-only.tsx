import { toList } from '#ui/app/json.ts';
import { toFact, toFacts } from './facts.ts';
import type { Field } from './field.ts';
import { Rows } from './rows.tsx';

/** Collapses a longer list of values. */
const valuesMax = 8;

/** A computed field: its name and its value, as text, a list of facts or a table. */
export function ReadOnly({ field, value }: { field: Field; value: unknown }) {
  const { control } = field;
  if (control.kind === 'list' && control.item.control.kind === 'object') {
    const { fields } = control.item.control;
    return (
      <details class="field-wide">
        <summary>
          {field.label} ({toList(value).length})
        </summary>
        <div class="more">
          <Rows label={field.label} fields={fields} rows={toList(value)} />
        </div>
      </details>
    );
  }
  if (toList(value).length > valuesMax) {
    return (
      <details class="field-wide">
        <summary>
          {field.label} ({toList(value).length})
        </summary>
        <p class="num more">{toFact(field, value)}</p>
      </details>
    );
  }
  if (control.kind === 'object' && value !== null && value !== undefined) {
    return (
      <div class="field field-wide">
        <p class="field-label">{field.label}</p>
        <p class="num">{toFacts(control.fields, value)}</p>
      </div>
    );
  }
  return (
    <div class="field fact">
      <p class="field-label">{field.label}</p>
      <p class="num">{toFact(field, value)}</p>
      {field.hint !== '' && <p class="field-hint">{field.hint}</p>}
    </div>
  );
}
