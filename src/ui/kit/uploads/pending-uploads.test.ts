import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

/** The module as a loaded page has it. */
async function load() {
  vi.resetModules();
  return import('./pending-uploads.ts');
}

const names = async (): Promise<string[]> => (await load()).lostUploads.value.map(({ name }) => name);

const file = (name: string): File => new File(['bytes'], name);

test('an unfinished upload is listed after a reload, with the size of its file', async () => {
  const { notePending } = await load();
  notePending(file('one.mp4'));
  notePending(file('two.mp4'), 'ticket-1');
  expect((await load()).lostUploads.value).toMatchObject([
    { name: 'one.mp4', sizeBytes: 5 },
    { name: 'two.mp4', sizeBytes: 5, ticket: 'ticket-1' },
  ]);
  // It stays listed after another reload.
  expect(await names()).toEqual(['one.mp4', 'two.mp4']);
});

test('a finished upload is not listed; a waiting file is listed until both of its notes are removed', async () => {
  const { notePending } = await load();
  const [ended, waiting] = [file('ended.mp4'), file('waiting.mp4')];
  notePending(ended)();
  const leaveList = notePending(waiting);
  notePending(waiting)();
  expect(await names()).toEqual(['waiting.mp4']);
  leaveList();
  expect(await names()).toEqual([]);
});

test('a file that the page created is not listed, nor one that was dismissed', async () => {
  const { notePending, markAsGenerated } = await load();
  notePending(markAsGenerated(file('sample.mp4')));
  notePending(file('own.mp4'));
  const { lostUploads, forgetLost } = await load();
  expect(lostUploads.value.map(({ name }) => name)).toEqual(['own.mp4']);
  lostUploads.value.forEach(({ id }) => forgetLost(id));
  expect(await names()).toEqual([]);
});

test('invalid entries are ignored', async () => {
  stored.set('offcut:uploads', '{broken');
  expect(await names()).toEqual([]);
  stored.set('offcut:uploads', '[1, {"id": "a"}, {"id": "b", "name": "b.mp4", "sizeBytes": 1}]');
  expect(await names()).toEqual(['b.mp4']);
});
