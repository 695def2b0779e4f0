import type { ComponentChildren } from 'preact';
import { toRecord } from '#ui/app/json.ts';
import type { ControlOf, Field } from './field.ts';
import type { PartedProps } from './field-props.ts';
import { useHasProblem } from './form-context.ts';
import { PictureField } from './picture-field.tsx';
import { isScalar } from './scalar.tsx';
import { bound, raise } from './linked-fields.ts';
import { join, withValue } from './values.ts';

/** The fields of an object, under a heading if it has a name; for a box or point also an image to draw on. */
export function ObjectField(props: PartedProps & { control: ControlOf<'object'> }) {
  const { field, control, value, siblings, onChange } = props;
  const fields = <FieldsOf {...props} />;
  if (field.label === '' && control.look === 'fields') {
    return fields;
  }
  return (
    <fieldset class="stack stack-tight field-wide group">
      {field.label !== '' && <legend class="field-label">{field.label}</legend>}
      {field.hint !== '' && <p class="field-hint">{field.hint}</p>}
      {control.look !== 'fields' && (
        <PictureField look={control.look} value={value} siblings={siblings} onChange={onChange} />
      )}
      {fields}
    </fieldset>
  );
}

/** The fields of an object; advanced fields are collapsed. */
export function FieldsOf(props: PartedProps & { control: ControlOf<'object'> }) {
  const { control, value, path, onChange, View } = props;
  const object = toRecord(value);
  // The discriminator of a union is not shown to users.
  const shown = control.fields.filter(({ name }) => name !== 'id').map((each) => bound(each, control.fields, object));
  const showEach = (fields: readonly Field[]) =>
    fields.map((each) => (
      <View
        key={each.name}
        field={each}
        value={object[each.name]}
        path={join(path, each.name)}
        siblings={object}
        onChange={(next) => onChange(raise(control.fields, withValue(value, each.name, next)))}
        onSiblings={onChange}
      />
    ));
  const show = (fields: readonly Field[]) => (
    <div class="field-grid">
      {toRuns(fields).map((run) =>
        isFact(run[0]) ? (
          <div key={run[0]?.name} class="field-wide fact-line">
            {showEach(run)}
          </div>
        ) : (
          showEach(run)
        ),
      )}
    </div>
  );
  const advanced = shown.filter(({ isAdvanced }) => isAdvanced);
  return (
    <>
      {show(shown.filter(({ isAdvanced }) => !isAdvanced))}
      {advanced.length > 0 && <More paths={advanced.map(({ name }) => join(path, name))}>{show(advanced)}</More>}
    </>
  );
}

/** A short read-only value; several share a line. */
const isFact = (field: Field | undefined): boolean =>
  field?.isReadOnly === true && (isScalar(field) || (field.control.kind === 'list' && isScalar(field.control.item)));

/** Groups neighboring fields in order: each group has only facts, or no facts. */
function toRuns(fields: readonly Field[]): readonly Field[][] {
  const runs: Field[][] = [];
  for (const field of fields) {
    const last = runs.at(-1);
    if (last && isFact(last[0]) === isFact(field)) {
      last.push(field);
    } else {
      runs.push([field]);
    }
  }
  return runs;
}

function More({ paths, children }: { paths: readonly string[]; children: ComponentChildren }) {
  const isWrong = useHasProblem(paths);
  return (
    <details class="field-wide" open={isWrong || undefined}>
      <summary>More</summary>
      <div class="more">{children}</div>
    </details>
  );
}
