import { useId, useState } from 'preact/hooks';
import { toList } from '#ui/app/json.ts';
import { Cards, toOne } from './cards.tsx';
import type { ControlOf, Field } from './field.ts';
import type { PartedProps } from './field-props.ts';
import { useProblem } from './form-context.ts';
import { Hint, Label } from './hint.tsx';
import { JsonInput } from './json-input.tsx';
import { MaterialList } from './material-list.tsx';
import { PasteChat } from './paste-chat.tsx';
import { Rows } from './rows.tsx';
import { isScalar } from './scalar.tsx';
import { firstValue } from './values.ts';
import { toNumberText } from '#core/protocol/field-words.ts';

/** The maximum number of fields in a row. */
const columnsMax = 6;

type ListProps = PartedProps & { readonly control: ControlOf<'list'> };

/** A list: of materials, of numbers or texts, or of objects as a table or as cards. */
export function ListField(props: ListProps) {
  const { item } = props.control;
  if (item.control.kind === 'material') {
    return <MaterialList {...props} item={item.control} />;
  }
  if (item.control.kind === 'object') {
    return <Objects {...props} fields={item.control.fields} />;
  }
  const isNumbers = item.control.kind === 'number';
  return isNumbers || item.control.kind === 'text' ? (
    <Lines {...props} isNumbers={isNumbers} />
  ) : (
    <JsonInput {...props} />
  );
}

function Objects(props: ListProps & { fields: readonly Field[] }) {
  const { field, control, value, path, fields, onChange } = props;
  const problem = useProblem(path);
  const id = useId();
  const items = toList(value);
  const isFull = control.most !== null && items.length >= control.most;
  return (
    <fieldset class="stack stack-tight field-wide group" data-path={path}>
      <legend class="field-label">{field.label}</legend>
      <Hint id={id} hint={field.hint} problem={problem} />
      {items.length > 0 &&
        (fitsIntoRow(fields) ? (
          <Rows label={field.label} fields={fields} rows={items} edit={{ path, onChange }} />
        ) : (
          <Cards {...props} />
        ))}
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={isFull}
          onClick={() => onChange([...items, firstValue(control.item)])}
        >
          Add {toOne(field.label).toLowerCase()}
        </button>
        {control.isChat === true && <PasteChat isEmpty={items.length === 0} onPaste={onChange} />}
      </div>
    </fieldset>
  );
}

function fitsIntoRow(fields: readonly Field[]): boolean {
  const shown = fields.filter(({ name }) => name !== 'id');
  const isShort = (field: Field): boolean =>
    field.isReadOnly || (isScalar(field) && !(field.control.kind === 'text' && field.control.isLong));
  return shown.length <= columnsMax && shown.every(isShort);
}

/** One text per line; numbers separated by commas. */
function Lines({ field, value, path, isNumbers, onChange }: ListProps & { isNumbers: boolean }) {
  const id = useId();
  const problem = useProblem(path);
  const [draft, setDraft] = useState<string | null>(null);
  const given = toList(value);
  const written = isNumbers ? given.map((each) => toNumberText(Number(each))).join(', ') : given.join('\n');
  return (
    <div class="field field-wide" data-path={path}>
      <Label id={id}>{field.label}</Label>
      <textarea
        id={id}
        class="input num"
        rows={isNumbers ? 2 : 4}
        aria-describedby={`${id}-hint`}
        value={draft ?? written}
        onInput={({ currentTarget: { value: text } }) => {
          setDraft(text);
          onChange(isNumbers ? readNumbers(text) : readLines(text));
        }}
        onBlur={() => setDraft(null)}
      />
      <Hint
        id={`${id}-hint`}
        hint={field.hint || (isNumbers ? 'Separate values with commas.' : 'One per line.')}
        problem={problem}
      />
    </div>
  );
}

const readLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

const readNumbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number)
    .filter((number) => !Number.isNaN(number));
