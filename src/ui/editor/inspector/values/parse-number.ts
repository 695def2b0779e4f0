import type { Change } from './edits.ts';

/**
 * The format of a displayed and typed number. Bounds are in the document's unit; the displayed number is `scale` times as large.
 */
export type NumberFormat = {
  /** The unit after the number: `px`, `%`, `°`; may be empty. */
  readonly unit: string;
  /** The max number of decimal places. */
  readonly digits: number;
  /** The step of an arrow key or a pixel of dragging, in displayed units. */
  readonly step: number;
  readonly least: number;
  readonly most: number;
  readonly scale: number;
};

/** Formats a number as `1920 px`, `45°`, or `12.5 %`. */
export function formatNumber(value: number, { unit, digits, scale }: NumberFormat): string {
  const shown = Number((value * scale).toFixed(digits));
  // A rounded negative number must not read as "-0".
  const text = String(shown === 0 ? 0 : shown);
  return unit === '' ? text : unit === '°' ? `${text}°` : `${text} ${unit}`;
}

/** Adds steps in displayed units, within the bounds. */
export const addSteps =
  (steps: number, format: NumberFormat): Change<number> =>
  (before) =>
    within(before + (steps * format.step) / format.scale, format);

/**
 * Parses typed text into a change, within the bounds. It may be a number with or without its unit, or an expression such as
 * `1920 / 2`. It may also be a relative change such as `+10` or `* 2`, or a share such as `50 %` if the unit is not percent.
 * Returns null for anything else.
 */
export function parseNumber(text: string, format: NumberFormat): Change<number> | null {
  const plain = withoutUnit(text.trim().toLowerCase().replaceAll(',', '.').replaceAll('−', '-'), format.unit);
  const share = /^(.+)%$/.exec(plain)?.[1];
  if (share !== undefined) {
    const percent = evaluate(share);
    return percent === null ? null : (before) => within((before * percent) / 100, format);
  }
  const change = /^([+*/])(.+)$/.exec(plain);
  if (change?.[1] !== undefined && change[2] !== undefined) {
    const operand = evaluate(change[2]);
    const { [change[1]]: apply } = operators;
    return operand === null || !apply
      ? null
      : (before) => within(apply(before * format.scale, operand) / format.scale, format);
  }
  const value = evaluate(plain);
  return value === null ? null : () => within(value / format.scale, format);
}

const withoutUnit = (text: string, unit: string): string =>
  unit !== '' && text.endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length).trim() : text;

/** Limits a value to the bounds, and removes rounding errors and negative zero. */
function within(value: number, { least, most }: NumberFormat): number {
  const bounded = Math.min(most, Math.max(least, value));
  return Number(bounded.toFixed(6)) + 0;
}

type Operator = (left: number, right: number) => number;

const operators: Readonly<Record<string, Operator>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

const levels = [
  ['+', '-'],
  ['*', '/'],
] as const;

/** Evaluates an expression with `+ - * /` and parentheses; returns null if it is invalid. */
function evaluate(text: string): number | null {
  const tokens = text.match(/\d+\.?\d*|\.\d+|[-+*/()]|\S/g) ?? [];
  let at = 0;
  const readLevel = (level: number): number => {
    const signs: readonly string[] | undefined = levels[level];
    if (!signs) {
      return readOperand();
    }
    let left = readLevel(level + 1);
    for (let token = tokens[at]; token !== undefined && signs.includes(token); token = tokens[at]) {
      at += 1;
      left = operators[token]?.(left, readLevel(level + 1)) ?? Number.NaN;
    }
    return left;
  };
  const readOperand = (): number => {
    const token = tokens[at];
    at += 1;
    if (token === '-') {
      return -readOperand();
    }
    if (token !== '(') {
      return token === undefined ? Number.NaN : Number(token);
    }
    const inside = readLevel(0);
    at += 1;
    return tokens[at - 1] === ')' ? inside : Number.NaN;
  };
  const value = readLevel(0);
  return at === tokens.length && Number.isFinite(value) ? value : null;
}
