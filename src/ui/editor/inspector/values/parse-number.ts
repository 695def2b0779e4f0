import type { Change } from './edits.ts';

/** How a number of the document is shown and typed. Bounds are in the document's unit; what is shown is `scale` times as much. */
export type NumberFormat = {
  /** Behind the number: `px`, `%`, `°`; empty for none. */
  readonly unit: string;
  /** Digits behind the point at most. */
  readonly digits: number;
  /** What an arrow key or a pixel of dragging adds, in what is shown. */
  readonly step: number;
  readonly least: number;
  readonly most: number;
  readonly scale: number;
};

/** `1920 px`, `45°`, `12.5 %`. */
export function formatNumber(value: number, { unit, digits, scale }: NumberFormat): string {
  const shown = Number((value * scale).toFixed(digits));
  // A rounded negative number must not read as "-0".
  const text = String(shown === 0 ? 0 : shown);
  return unit === '' ? text : unit === '°' ? `${text}°` : `${text} ${unit}`;
}

/** Adds to what is shown, within the bounds. */
export const addSteps =
  (steps: number, format: NumberFormat): Change<number> =>
  (before) =>
    within(before + (steps * format.step) / format.scale, format);

/**
 * What was typed as a change, within the bounds: a number, with its unit or without, a sum such as `1920 / 2`, a change such as
 * `+10` or `* 2` of what is there, or a share of it such as `50 %` where the unit is another. Null for anything else.
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

/** Within the bounds, and free of what sums leave behind: rounding, and zeros below zero. */
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

/** The value of a sum with `+ - * /` and brackets; null for what is none. */
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
