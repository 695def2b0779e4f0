import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../test/support/timeline.ts';
import { timelineDocument } from './document.ts';
import { sceneAt } from './scene.ts';
import { documentOfAnyVersion, storedDocument, upgradeDocument } from './upgrade.ts';
import { documentVersion } from './version.ts';

const folder = new URL('../../../test/fixtures/documents/', import.meta.url);
const read = (version: number): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8'));

/** The expectations for the upgraded document that is stored for each version. */
const upgraded: Readonly<Record<number, (document: ReturnType<typeof storedDocument.parse>) => void>> = {
  1: (document) => {
    const [source, cutOut] = document.tracks.map(({ items }) => items[0]);
    expect(source).toMatchObject({ role: 'source', isHidden: true, isMuted: true, x: 160, y: 90 });
    expect(source).not.toHaveProperty('proxyAssetId');
    expect(cutOut).toMatchObject({ role: 'cut-out', proxyAssetId: 'ast_proxy', speed: 1, volume: 1 });
    const [layer, ...others] = sceneAt(document, 0.5).layers;
    expect(others).toEqual([]);
    expect(layer).toMatchObject({ width: 320, height: 180, matrix: { a: 1, d: 1, e: 0, f: 0 } });
  },
};

const older = Array.from({ length: documentVersion - 1 }, (_, index) => index + 1);

test('the fixtures contain a document of every older version, with expectations for it', () => {
  expect(readdirSync(folder).toSorted()).toEqual(older.map((version) => `${version}.json`));
  expect(Object.keys(upgraded).map(Number)).toEqual(older);
});

test.each(older)('a document of version %i is read as one of the newest', (version) => {
  const document = storedDocument.parse(read(version));
  expect(document.version).toBe(documentVersion);
  expect(documentOfAnyVersion.parse(read(version))).toEqual(document);
  // The result of an upgrade is complete: a second upgrade changes nothing.
  expect(upgradeDocument(document)).toBe(document);
  upgraded[version]?.(document);
});

test('values that the first version allowed are limited to the limits of the newest', () => {
  const [track] = storedDocument.parse(read(1)).tracks;
  const base = read(1);
  const tracks = Object.assign([], base['tracks']);
  const long = { ...Object(tracks[0]), name: 'x'.repeat(900) };
  const item = { ...long.items[0], name: 'x'.repeat(900), durationSeconds: 0 };
  const old = { ...base, title: 'x'.repeat(900), frameRate: 1000, tracks: [{ ...long, items: [item] }] };
  const document = storedDocument.parse(old);
  expect([document.title.length, document.tracks[0]?.name.length, document.frameRate]).toEqual([500, 500, 240]);
  expect(document.tracks[0]?.items[0]?.durationSeconds).toBeGreaterThan(0);
  expect(track?.kind).toBe('visual');
});

test('a document of a newer version is refused with a sentence that says what to do', () => {
  const newer = { ...makeTimeline([]), version: documentVersion + 1 };
  expect(() => storedDocument.parse(newer)).toThrow(
    /has version 3, and this build of Offcut supports versions up to 2; reload the page/,
  );
  const { error } = documentOfAnyVersion.safeParse(newer);
  expect(error?.issues).toEqual([
    expect.objectContaining({ path: ['version'], message: expect.stringMatching(/reload the page/) }),
  ]);
});

test('an invalid document is left to the schema, which reports the missing fields', () => {
  const { version: _, ...unversioned } = makeTimeline([{ items: [makeItem('text', 'a')] }]);
  for (const value of [null, 7, 'document', [], {}, unversioned]) {
    expect(upgradeDocument(value)).toBe(value);
    expect(documentOfAnyVersion.safeParse(value).success).toBe(false);
  }
  expect(documentOfAnyVersion.safeParse(unversioned).error?.issues).toMatchObject([{ path: ['version'] }]);
});

test('a document is read exactly as it was written', () => {
  const document = makeTimeline([{ items: [makeItem('video', 'a')] }]);
  expect(storedDocument.parse(document)).toEqual(document);
  expect(timelineDocument.parse(document)).toEqual(document);
});
