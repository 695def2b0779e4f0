import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { textFonts } from '#core/timeline/fonts.ts';
import { fontWeights } from './fonts.ts';

const require = createRequire(import.meta.url);

it.each(textFonts)('offers the weights that %s has', (font) => {
  const id = font.toLowerCase().replaceAll(' ', '-');
  const packages = [`@fontsource-variable/${id}`, `@fontsource/${id}`];
  const found = packages.flatMap((name): { weights: number[] }[] => {
    try {
      return [require(`${name}/metadata.json`) as { weights: number[] }];
    } catch {
      return [];
    }
  });
  expect(found[0]?.weights).toEqual(fontWeights[font]);
});
