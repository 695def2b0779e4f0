import { beforeEach, expect, test, vi } from 'vitest';
import type { Source } from '../../media/source/source.ts';
import { pieceSeconds } from './pieces.ts';
import { Proxies } from './proxies.ts';

/** Decoders and encoders are not here: a file is its name, and a piece says of what and from where it is. */
const media = vi.hoisted(() => ({
  open: new Set<string>(),
  openMost: 0,
  /** Names of files that cannot be opened. */
  broken: new Set<string>(),
  made: [] as string[],
  /** Called before each frame that is made. */
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

/** Begins a piece, and takes the time for it away. */
async function holdFirstFrame(): Promise<void> {
  const onFrame = vi.fn(() => proxies.setFree(false));
  media.onFrame = onFrame;
  see('large film');
  await expect.poll(() => onFrame.mock.calls.length).toBe(1);
}

const placeIn = (file: string, seconds = 1): string | null => proxies.find({ file, seconds }, false)?.id ?? null;

const getName = (source: Source | null): unknown => source && 'name' in source && source.name;

test('of what is seen pieces are made, and found where they are', async () => {
  see('large film');
  await expect.poll(() => media.made).toEqual(['large film from 0', `large film from ${pieceSeconds}`]);
  const place = proxies.find({ file: 'large film', seconds: pieceSeconds + 1 }, true);
  expect(getName(await proxies.open(place?.id ?? ''))).toBe(`large film from ${pieceSeconds}`);
});

test('what is only hard to seek in is played as it is, and what is light has no pieces', async () => {
  see('sparse film', 'light film');
  await expect.poll(() => media.made).toHaveLength(2);
  expect(placeIn('sparse film')).not.toBeNull();
  expect(proxies.find({ file: 'sparse film', seconds: 1 }, true)).toBeNull();
  expect(placeIn('light film')).toBeNull();
});

test('a piece that cannot be shown is not found any more, and not made again', async () => {
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

test('a file is closed when the next one is open, and the last one once all is made', async () => {
  see('large one', 'large two', 'large three');
  await expect.poll(() => media.made).toHaveLength(6);
  await expect.poll(() => media.open.size).toBe(0);
  expect(media.openMost).toBeLessThanOrEqual(2);
});

test('a file that cannot be opened is left alone, and the next one is made', async () => {
  media.broken.add('large broken');
  see('large broken', 'large film');
  await expect.poll(() => media.made).toHaveLength(2);
  expect(placeIn('large broken')).toBeNull();
});

test('what is made waits while there is no time for it', async () => {
  await holdFirstFrame();
  expect(media.made).toEqual([]);
  expect(media.open.size).toBe(1);
  media.onFrame = () => {};
  proxies.setFree(true);
  await expect.poll(() => media.made).toHaveLength(2);
});

test('a file that is forgotten in the middle of its making is closed, and its pieces are gone', async () => {
  await holdFirstFrame();
  proxies.note([]);
  proxies.keepOnly(new Set());
  proxies.setFree(true);
  await expect.poll(() => media.open.size).toBe(0);
  expect(media.made).toEqual([]);
  expect(placeIn('large film')).toBeNull();
});
