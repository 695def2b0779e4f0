import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The figures of one measurement. */
export type Table = {
  readonly title: string;
  /** The command that repeats the measurement. */
  readonly command: string | null;
  /** Day and machine, as far as they are known. */
  readonly measured: string | null;
  /** Paragraphs above the table: the meaning of its columns, and remarks. */
  readonly notes: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
};

/** Tables on one subject: the content of a JSON file of docs/benchmarks, from which a page is generated. */
export type TablePage = {
  readonly title: string;
  readonly about: readonly string[];
  readonly tables: readonly Table[];
};

export const readPage = (file: string): TablePage => JSON.parse(readFileSync(file, 'utf8')) as TablePage;

/** Puts a table into a page's file, replacing the one of the same title. */
function keepTable(file: string, table: Table): void {
  const page = existsSync(file) ? readPage(file) : { title: table.title, about: [], tables: [] };
  const isKnown = page.tables.some(({ title }) => title === table.title);
  const tables = isKnown
    ? page.tables.map((one) => (one.title === table.title ? table : one))
    : [...page.tables, table];
  writeFileSync(file, `${JSON.stringify({ ...page, tables }, null, 2)}\n`);
}

/** Returns a section of a page, in Markdown. */
export function toSection({ title, command, measured, notes, columns, rows }: Table): string {
  const source = [measured && `Measured: ${measured}.`, command && `Again: \`${command}\`.`].filter(Boolean).join(' ');
  return [`## ${title}`, ...(source ? [source] : []), ...notes, toMarkdown(columns, toCells(rows))].join('\n\n');
}

/** Returns the texts of all cells. */
export const toCells = (rows: Table['rows']): string[][] => rows.map((row) => row.map((cell) => String(cell ?? '')));

/** Returns a Markdown table with padded columns. */
export function toMarkdown(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(columns), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Returns the day of a measurement. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Prints a row as soon as it is measured. */
export const printRow = (row: Table['rows'][number]): void =>
  console.log(row.map((cell) => String(cell ?? '')).join('  '));

type Measured = Omit<Table, 'measured'> & { readonly measured?: string };

/** Prints a table. With `json`, also writes it into this file of docs/benchmarks, measured today by default. */
export function publish(
  { title, command, measured = today(), notes, columns, rows }: Measured,
  json: string | undefined,
): void {
  console.log(`\n${toMarkdown(columns, toCells(rows))}\n`);
  if (json !== undefined) {
    keepTable(json, { title, command, measured, notes, columns, rows });
  }
}
