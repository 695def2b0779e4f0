import { expect, it } from 'vitest';
import { toDisposition } from '#api/media-response.ts';
import { toFile, toFileName } from './file-name.ts';

it('finds the name that the API gives a file', () => {
  for (const name of ['Trip.otio', 'Reise "nach" Köln.fcpxml', 'плёнка.edl', "it's; fine.srt"]) {
    const extension = name.split('.').at(-1) ?? '';
    expect(toFileName(toDisposition('attachment', { name, extension, mimeType: 'text/plain' }), 'canvas')).toBe(name);
  }
  expect(toFileName('', 'canvas')).toBe('canvas');
});

it('reads a file from a response, and throws for an error', async () => {
  const headers = { 'Content-Type': 'video/mp4', 'Content-Disposition': 'attachment; filename="film.mp4"' };
  const file = await toFile(new Response('film', { headers }), 'result');
  expect([file.name, file.type, await file.text()]).toEqual(['film.mp4', 'video/mp4', 'film']);
  const refusal = {
    success: false,
    errorCode: 'NOT_FOUND',
    message: 'No file was found at this path.',
    retryable: false,
  };
  await expect(toFile(Response.json(refusal, { status: 404 }), 'result')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
