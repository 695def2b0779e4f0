import { beforeEach, expect, test, vi } from 'vitest';
import type { Source } from '../../media/source/source.ts';
import { pieceSeconds } from './pieces.ts';
import { Proxies } from './proxies.ts';

/** Replaces the decoders and encoders: a file is its name, and a piece states its file and start. */
const media = vi.hoisted(() => ({
  open: new Set<string>(),
  openMost: 0,
  /** Names of files that cannot be opened. */
  broken: new Set<string>(),
  made: [] as string[],
  /** Called before each frame is encoded. */
  onFrame: () => {},
}));

vi.mock('../../media/source/open-source.ts', () => ({
  openFile: async (file: File) => {
    if (media.broken.has(file.name)) {
      throw new Error('not a video');
    }
    media.open.add(file.name);
    media.openMost = Math.max(media.openMost, media.open.size);
    const close = async () => void media.open.delete(file.name);
    return { source: { name: file.name, whole: { startSeconds: 0, endSeconds: 8 }, close } };
  },
}));
vi.mock('./heaviness.ts', () => ({
  measureHeaviness: async ({ name }: { name: string }) => (name.startsWith('light') ? null : name.split(' ')[0]),
}));
vi.mock('./make-piece.ts', () => ({
  PieceMaker: {
    open: async ({ name }: { name: string }) => ({
      make: async ({ startSeconds }: { startSeconds: number }, mayGoOn: () => Promise<void>) => {
        media.onFrame();
        await mayGoOn();
        const piece = `${name} from ${startSeconds}`;
        media.made.push(piece);
        return new File(['piece'], piece);
      },
    }),
  },
}));

let proxies: Proxies;

beforeEach(() => {
  media.open.clear();
  media.broken.clear();
  media.openMost = 0;
  media.made.length = 0;
  media.onFrame = () => {};
  proxies = new Proxies({ read: async (name) => new File(['video'], name) }, 640);
});

const see = (...files: readonly string[]): void => {
  proxies.note(files.map((file) => ({ file, seconds: 1 })));
  proxies.setFree(true);
};

/** Starts a piece, then ends the free time. */
async function holdFirstFrame(): Promise<void> {
  const onFrame = vi.fn(() => proxies.setFree(false));
  media.onFrame = onFrame;
  see('large film');
  await expect.poll(() => onFrame.mock.calls.length).toBe(1);
}

const placeIn = (file: string, seconds = 1): string | null => proxies.find({ file, seconds }, false)?.id ?? null;

const getName = (source: Source | null): unknown => source && 'name' in source && source.name;

test('creates pieces around the playhead, and finds them', async () => {
  see('large film');
  await expect.poll(() => media.made).toEqual(['large film from 0', `large film from ${pieceSeconds}`]);
  const place = proxies.find({ file: 'large film', seconds: pieceSeconds + 1 }, true);
  expect(getName(await proxies.open(place?.id ?? ''))).toBe(`large film from ${pieceSeconds}`);
});

test('plays sources that are only slow to seek directly, and creates no pieces of light ones', async () => {
  see('sparse film', 'light film');
  await expect.poll(() => media.made).toHaveLength(2);
  expect(placeIn('sparse film')).not.toBeNull();
  expect(proxies.find({ file: 'sparse film', seconds: 1 }, true)).toBeNull();
  expect(placeIn('light film')).toBeNull();
});

test('does not return or recreate a piece that cannot be shown', async () => {
  see('large film');
  await expect.poll(() => media.made).toHaveLength(2);
  const id = placeIn('large film') ?? '';
  proxies.drop(id);
  expect(placeIn('large film')).toBeNull();
  expect(await proxies.open(id)).toBeNull();
  proxies.setFree(true);
  see('large film', 'large other');
  await expect.poll(() => media.made).toHaveLength(4);
  expect(media.made.filter((piece) => piece === 'large film from 0')).toHaveLength(1);
  expect(placeIn('large film', pieceSeconds)).not.toBeNull();
});

test('closes a file when the next one is open, and the last one when all pieces exist', async () => {
  see('large one', 'large two', 'large three');
  await expect.poll(() => media.made).toHaveLength(6);
  await expect.poll(() => media.open.size).toBe(0);
  expect(media.openMost).toBeLessThanOrEqual(2);
});

test('skips a file that cannot be opened, and continues with the next one', async () => {
  media.broken.add('large broken');
  see('large broken', 'large film');
  await expect.poll(() => media.made).toHaveLength(2);
  expect(placeIn('large broken')).toBeNull();
});

test('waits during encoding while there is no free time', async () => {
  await holdFirstFrame();
  expect(media.made).toEqual([]);
  expect(media.open.size).toBe(1);
  media.onFrame = () => {};
  proxies.setFree(true);
  await expect.poll(() => media.made).toHaveLength(2);
});

test('closes a file that is forgotten during encoding, and removes its pieces', async () => {
  await holdFirstFrame();
  proxies.note([]);
  proxies.keepOnly(new Set());
  proxies.setFree(true);
  await expect.poll(() => media.open.size).toBe(0);
  expect(media.made).toEqual([]);
  expect(placeIn('large film')).toBeNull();
});
