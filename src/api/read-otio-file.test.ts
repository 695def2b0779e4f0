import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getData, toForm } from '#conformance/client.ts';
import { openNodeApi } from '../../test/support/node-api.ts';
import { hasSharedMedia, sharedFolder } from '../../test/support/native.ts';
import { decodeText } from './decode-text.ts';

const range = { start_time: { value: 0, rate: 24 }, duration: { value: 24, rate: 24 } };
const readTimeline = (url: string): string =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    name: 'Película',
    tracks: {
      children: [
        {
          OTIO_SCHEMA: 'Track.1',
          kind: 'Video',
          children: [
            {
              OTIO_SCHEMA: 'Clip.1',
              name: 'Clip',
              source_range: range,
              media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: url },
            },
          ],
        },
      ],
    },
  });

function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const le = Buffer.from(text, 'utf16le');
  if (encoding.startsWith('UTF-16LE')) {
    return new Uint8Array(le);
  }
  return new Uint8Array(encoding.startsWith('UTF-16BE') ? le.swap16() : Buffer.from(text));
}

type Imported = { document: { title: string; tracks: { items: object[] }[] } };

async function importFile(bytes: Uint8Array<ArrayBuffer>, names: readonly string[] = []) {
  const { client } = await openNodeApi();
  const materials: string[] = [];
  for (const name of names) {
    materials.push(await client.upload(undefined, name));
  }
  const canvas = getData<Imported>(await client.call('POST', '/v1/canvases', { body: toForm(bytes, 'a.otio') }));
  return { canvas, materials };
}

test.each(['UTF-8', 'UTF-16LE', 'UTF-16BE'])(
  'a file in %s is read, with and without a byte order mark',
  async (name) => {
    const text = readTimeline('file:///a.mov');
    expect(decodeText(encode(text, name))).toBe(text);
    expect(decodeText(encode(`\ufeff${text}`, name))).toBe(text);
    const { canvas } = await importFile(encode(`\ufeff${text}`, name));
    expect(canvas.document.title).toBe('Película');
  },
);

test.each([
  ['file:///shots/Man%CC%83ana%20%231.MP4', 'Mañana #1.mp4'],
  [String.raw`D:\shots\100% mine.mp4`, '100% mine.mp4'],
])('%s is matched to the material %s', async (url, name) => {
  const { canvas, materials } = await importFile(encode(readTimeline(url), 'UTF-8'), [name]);
  expect(canvas.document.tracks[0]?.items).toMatchObject([{ assetId: materials[0] }]);
});

test.skipIf(!hasSharedMedia())('the sample file with a byte order mark is read', async () => {
  const { canvas } = await importFile(new Uint8Array(readFileSync(`${sharedFolder}/media/cases/bom.otio`)));
  expect(canvas.document.title).toBe('Figure 1 - Simple Cut List');
});
