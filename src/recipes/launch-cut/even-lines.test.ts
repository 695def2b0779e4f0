import { describe, expect, it } from 'vitest';
import { fillBox, fitWidth } from './even-lines.ts';

const letters = { width: 0.6, lineHeight: 1 };

describe('lines of a title', () => {
  it('have about the same length, and the number that gives the largest font size', () => {
    expect(fillBox('Everything in one take', { width: 1000, height: 250 }, letters)).toMatchObject({
      text: 'Everything\nin one take',
      lineCount: 2,
    });
    expect(fillBox('Offcut', { width: 1000, height: 250 }, letters)).toMatchObject({ text: 'Offcut', lineCount: 1 });
    const tall = fillBox('A very long title that has to take several lines', { width: 600, height: 330 }, letters);
    const lengths = tall.text.split('\n').map(({ length }) => length);
    expect(tall.lineCount).toBeGreaterThan(2);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(6);
  });

  it('stay unchanged for a text with line breaks, one word, or no spaces to break at', () => {
    const box = { width: 300, height: 300 };
    expect(fillBox('One\ntwo three four', box, letters)).toMatchObject({ text: 'One\ntwo three four', lineCount: 2 });
    expect(fillBox('Unbelievable', box, letters)).toMatchObject({ text: 'Unbelievable', lineCount: 1 });
    expect(fillBox('今日は とても良い天気です', box, letters).text).toBe('今日は とても良い天気です');
    expect(fillBox('', box, letters)).toMatchObject({ text: '', lineCount: 1 });
  });

  it('end at spaces even with emoji among the words', () => {
    const box = { width: 1000, height: 250 };
    expect(fillBox('Everything 🎉 in one take', box, letters).lineCount).toBe(2);
    expect(fillBox('We ❤️ it all in one take', box, letters).lineCount).toBe(2);
  });

  it('are as few as fit into a width at a font size', () => {
    expect(fitWidth('Shoot once', 400, 40, letters)).toMatchObject({ text: 'Shoot once', lineCount: 1 });
    expect(fitWidth('Point one is rather long, longer than most', 400, 40, letters).text.split('\n')).toEqual([
      'Point one is',
      'rather long,',
      'longer than most',
    ]);
  });
});
