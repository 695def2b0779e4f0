import { useState } from 'preact/hooks';
import { toRecord, toText } from '#ui/app/json.ts';
import { toFact } from './facts.ts';
import type { Field } from './field.ts';
import { useForm } from './form-context.ts';
import { isScalar, Scalar } from './scalar.tsx';
import { join, shownValue, withValue } from './values.ts';

/** The number of rows shown at once: a proposal may have one for every video frame. */
export const rowsPerPage = 40;

type RowsProps = {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly rows: readonly unknown[];
  /** The path in the form and the change handler of editable rows. */
  readonly edit?: { readonly path: string; readonly onChange: (rows: readonly unknown[]) => void };
};

/** Objects with the same fields as a paginated table. */
export function Rows({ label, fields, rows, edit }: RowsProps) {
  const [page, setPage] = useState(0);
  const first = Math.min(page, Math.max(0, Math.ceil(rows.length / rowsPerPage) - 1)) * rowsPerPage;
  const columns = toColumns(fields);
  const shown = rows.slice(first, first + rowsPerPage);
  return (
    <div class="stack stack-tight">
      {/* A scrollable region must be focusable by keyboard. */}
      <div class="table-frame" tabIndex={0} role="group" aria-label={label}>
        <table class="table num">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden-text">Row</span>
              </th>
              {columns.map((column) => (
                <th key={column.name} scope="col">
                  {column.label}
                  {column.unit !== '' && <span class="soft"> {column.unit}</span>}
                </th>
              ))}
              {edit && (
                <th scope="col">
                  <span class="hidden-text">Remove</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <Row
                key={getKey(row, first + index)}
                row={row}
                index={first + index}
                columns={columns}
                rows={rows}
                edit={edit}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > rowsPerPage && <Pager first={first} count={rows.length} onPage={(to) => setPage(to)} />}
    </div>
  );
}

/** Checkboxes first, then editable columns, then read-only ones: a phone shows the first columns. */
function toColumns(fields: readonly Field[]): readonly Field[] {
  const rank = ({ isReadOnly, control }: Field): number => (isReadOnly ? 2 : control.kind === 'switch' ? 0 : 1);
  return fields.filter(({ name }) => name !== 'id').toSorted((one, other) => rank(one) - rank(other));
}

/** A row keeps its inputs when another row is removed. */
const getKey = (row: unknown, index: number): string => toText(toRecord(row)['id']) || String(index);

function Row(
  props: Pick<RowsProps, 'rows'> & {
    row: unknown;
    index: number;
    columns: readonly Field[];
    edit: RowsProps['edit'];
  },
) {
  const { row, index, columns, rows, edit } = props;
  const object = toRecord(row);
  const replace = (next: unknown): void => edit?.onChange(rows.toSpliced(index, 1, next));
  return (
    <tr>
      <th scope="row" class="soft">
        {index + 1}
      </th>
      {columns.map((column) => (
        <td key={column.name}>
          <Cell
            field={column}
            value={shownValue(column, object[column.name])}
            name={`${column.label}, row ${index + 1}`}
            path={edit === undefined ? null : join(join(edit.path, String(index)), column.name)}
            onChange={(next) => replace(withValue(row, column.name, next))}
          />
        </td>
      ))}
      {edit && (
        <td>
          <button
            type="button"
            class="button button-quiet button-icon"
            aria-label={`Remove row ${index + 1}`}
            title="Remove"
            onClick={() => edit.onChange(rows.toSpliced(index, 1))}
          >
            ×
          </button>
        </td>
      )}
    </tr>
  );
}

function Cell(props: {
  field: Field;
  value: unknown;
  name: string;
  /** Null for a read-only cell. */
  path: string | null;
  onChange: (value: unknown) => void;
}) {
  const { field, value, name, path, onChange } = props;
  const { problems } = useForm();
  if (path === null || field.isReadOnly || !isScalar(field)) {
    return <>{toFact({ ...field, unit: '' }, value)}</>;
  }
  const problem = problems.get(path);
  return (
    <>
      <Scalar field={field} value={value} name={name} isInvalid={problem !== undefined} onChange={onChange} />
      {problem !== undefined && <p class="small bad">{problem}</p>}
    </>
  );
}

/** The pagination of a table whose first visible row is `first`. */
export function Pager({ first, count, onPage }: { first: number; count: number; onPage: (page: number) => void }) {
  const page = first / rowsPerPage;
  const last = Math.min(count, first + rowsPerPage);
  return (
    <div class="row">
      <button type="button" class="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span class="num small" aria-live="polite">
        {first + 1} to {last} of {count}
      </span>
      <button type="button" class="button" disabled={last === count} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </div>
  );
}
