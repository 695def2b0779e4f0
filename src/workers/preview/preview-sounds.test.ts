import { expect, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import type { MediaFile } from '../media/source/media-file.ts';
import { PreviewSounds } from './preview-sounds.ts';

/** Returns a second of silence as a mono 16-bit WAV file. */
function makeWav(): File {
  const rate = 8000;
  const bytes = new Uint8Array(44 + 2 * rate);
  const view = new DataView(bytes.buffer);
  const texts = { 0: 'RIFF', 8: 'WAVEfmt ', 36: 'data' };
  for (const [at, text] of Object.entries(texts)) {
    bytes.set(new TextEncoder().encode(text), Number(at));
  }
  view.setUint32(4, bytes.length - 8, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  view.setUint32(40, 2 * rate, true);
  return new File([bytes], 'silence.wav');
}

test('keeps the audio that was opened after a failure of the same file', async () => {
  const first = createDeferred<MediaFile>();
  const reads = [first.promise, Promise.resolve(makeWav())];
  let readCount = 0;
  const sounds = new PreviewSounds({
    read: () => {
      readCount += 1;
      return reads.shift() ?? Promise.reject(new Error('It is opened once too often.'));
    },
  });
  const asset = { file: 'sound', mimeType: 'audio/wav' };
  const early = sounds.open(asset, { startSeconds: 0, endSeconds: 0.1 });
  const failed = expect(early).rejects.toThrow('gone');
  expect(await sounds.open(asset, { startSeconds: 0, endSeconds: 1 })).not.toBeNull();
  first.reject(new Error('It is gone.'));
  await failed;
  expect((await sounds.open(asset, { startSeconds: 0.2, endSeconds: 0.4 }))?.sampleRate).toBe(8000);
  expect(readCount).toBe(2);
});
