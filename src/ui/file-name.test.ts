import { expect, it } from 'vitest';
import { toDisposition } from '#api/media-response.ts';
import { toFileName } from './file-name.ts';

it('finds the name that the API gives a file', () => {
  for (const name of ['Trip.otio', 'Reise "nach" Köln.fcpxml', 'плёнка.edl', "it's; fine.srt"]) {
    const extension = name.split('.').at(-1) ?? '';
    expect(toFileName(toDisposition('attachment', { name, extension, mimeType: 'text/plain' }), 'canvas')).toBe(name);
  }
  expect(toFileName('', 'canvas')).toBe('canvas');
});
