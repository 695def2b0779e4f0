import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Returns a token's color in a theme, as red, green and blue of 0..1. */
function getColor(name: string, theme: 'light' | 'dark'): [number, number, number] {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
  const hex = ((theme === 'light' ? light : dark) ?? '').slice(1);
  const digits = (hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex).match(/../g) ?? [];
  const [red, green, blue] = digits.map((pair) => parseInt(pair, 16) / 255);
  if (red === undefined || green === undefined || blue === undefined) {
    throw new Error(`no colour for ${name}`);
  }
  return [red, green, blue];
}

/** WCAG 2.2, relative luminance. */
function getLuminance(name: string, theme: 'light' | 'dark'): number {
  const [red, green, blue] = getColor(name, theme).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue);
}

function contrast(ink: string, ground: string, theme: 'light' | 'dark'): number {
  const [a, b] = [getLuminance(ink, theme), getLuminance(ground, theme)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const texts: [ink: string, ground: string][] = [
  ['ink', 'ground'],
  ['ink', 'surface'],
  ['ink', 'sunken'],
  ['ink', 'raised'],
  ['ink', 'hover'],
  ['ink-soft', 'ground'],
  ['ink-soft', 'surface'],
  ['ink-soft', 'sunken'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['warn', 'ground'],
  ['warn', 'surface'],
  ['warn', 'warn-ground'],
  ['danger', 'ground'],
  ['danger', 'surface'],
  ['danger', 'danger-ground'],
  ...['video', 'picture', 'text', 'bubbles', 'shape', 'sound'].flatMap((kind): [string, string][] => [
    ['ink', `clip-${kind}`],
    ['ink-soft', `clip-${kind}`],
  ]),
];

const controls: [line: string, ground: string][] = [
  ['line-control', 'ground'],
  ['line-control', 'surface'],
  ['accent', 'ground'],
  ['accent', 'surface'],
  ['accent-fill', 'ground'],
  ['accent-fill', 'sunken'],
  ...['video', 'picture', 'text', 'bubbles', 'shape', 'sound'].map((kind): [string, string] => [
    'accent',
    `clip-${kind}`,
  ]),
];

it.each(['light', 'dark'] as const)('text is readable in the %s theme (AA, 4.5)', (theme) => {
  for (const [ink, ground] of texts) {
    expect(contrast(ink, ground, theme), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

it.each(['light', 'dark'] as const)('controls and focus are visible in the %s theme (AA, 3)', (theme) => {
  for (const [line, ground] of controls) {
    expect(contrast(line, ground, theme), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
  }
});
