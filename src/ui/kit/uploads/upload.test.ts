import { expect, it } from 'vitest';
import { toStreamedForm } from './upload.ts';

it('streams a form equal to that of a browser, and reports its progress', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const file = new File([bytes, bytes, bytes, bytes, bytes], 'a "clip" ü\n.mp4', { type: 'video/mp4' });
  const shares: (number | null)[] = [];
  const init = toStreamedForm(file, (share) => shares.push(share));

  const read = (await new Request('https://example.com', { method: 'POST', ...init }).formData()).get('file');

  expect(read).toBeInstanceOf(File);
  const sent = read as File;
  expect([sent.size, sent.type]).toEqual([300_000, 'video/mp4']);
  expect(Buffer.from(await sent.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => Number(a) - Number(b)));
});
