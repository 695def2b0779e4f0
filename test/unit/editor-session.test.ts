import { signal } from '@preact/signals';
import { beforeEach, expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { deleteCanvas } from '#store/asset-uses.ts';
import { changeCanvas, getCanvas, listVersions, newCanvas, readVersion } from '#store/canvases.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Canvas, CanvasPort } from '../../src/ui/editor/session/canvas-port.ts';
import type { Draft } from '../../src/ui/editor/session/draft.ts';
import { createHistory } from '../../src/ui/editor/session/history.ts';
import { Sync } from '../../src/ui/editor/session/sync.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { makeTimeline, makeItem } from '../support/timeline.ts';

/** The editor's session over a real store, without a page and without HTTP between them. */

const first = makeTimeline([{ items: [makeItem('video', 'clip'), makeItem('video', 'other', { startSeconds: 4 })] }]);
const move = (startSeconds: number): Edit => ({ type: 'move', itemId: 'clip', startSeconds });
const fade = (opacity: number): Edit => ({ type: 'set', itemId: 'other', properties: { opacity } });

let store: ReturnType<typeof createMemoryStore>;
let id: string;
let isReachable: boolean;
/** Whether requests arrive while their responses are lost. */
let isAnswerLost: boolean;

beforeEach(async () => {
  store = createMemoryStore();
  const canvas = newCanvas(first, null, 0);
  id = canvas.id;
  isReachable = true;
  isAnswerLost = false;
  await store.transact(['canvases'], (transaction) => transaction.put('canvases', canvas));
});

const port: CanvasPort = {
  read: (revision) => reach(async () => toCanvas(await getCanvas(store, id), revision)),
  write: (revision, document) =>
    reach(async () => toView(await changeCanvas(store, id, revision, 1, async () => structuredClone(document)))),
  readVersion: (revision) =>
    reach(() => readVersion(store, id, revision)).catch((error: OffcutError) => {
      expect(error.code).toBe('NOT_FOUND');
      return null;
    }),
};

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    if (!isReachable) {
      throw new TypeError('Failed to fetch');
    }
    const answer = await work();
    if (isAnswerLost) {
      throw new TypeError('Failed to fetch');
    }
    return answer;
  } catch (thrown) {
    if (thrown instanceof Failure) {
      throw new OffcutError({ code: thrown.code, message: thrown.message });
    }
    throw toError(thrown);
  }
}

type Row = Awaited<ReturnType<typeof getCanvas>>;
const toView = ({ revision, document }: Row): Canvas => ({
  id,
  revision,
  document,
  durationSeconds: 0,
  assets: {},
  createdAt: '',
  updatedAt: '',
});
const toCanvas = (row: Row, revision: number): Canvas | null => (row.revision === revision ? null : toView(row));

/** Opens a tab with the canvas. */
async function openTab(kept: { draft: Draft | null } = { draft: null }) {
  const canvas = toView(await getCanvas(store, id));
  const document = signal(canvas.document);
  const selection = signal<readonly string[]>([]);
  const refusals: string[] = [];
  const history = createHistory(document, selection, (sentence) => refusals.push(sentence));
  const drafts = {
    read: () => kept.draft,
    keep: (draft: Draft) => void (kept.draft = draft),
    drop: () => void (kept.draft = null),
  };
  const merges: number[] = [];
  const hear = (): void => undefined;
  const onMerge = (): void => void merges.push(1);
  const sync = new Sync({ canvas, document, history, port, drafts, hear, onMerge });
  const edit = (label: string, ...edits: Edit[]): void => history.note(label, applyEdits(document.value, edits));
  return { document, selection, history, sync, edit, refusals, merges, kept };
}

const stored = async (): Promise<TimelineDocument> => (await getCanvas(store, id)).document;

test('saves an edit with its revision, and saves nothing twice', async () => {
  const tab = await openTab();
  tab.edit('Move clip', move(2));
  expect(tab.sync.look()).toBe(true);
  expect(tab.sync.state.value).toEqual({ kind: 'edited' });
  await tab.sync.push();
  await tab.sync.push();
  expect(tab.sync.state.value).toEqual({ kind: 'saved' });
  expect([await stored(), tab.sync.revision.value]).toEqual([applyEdits(first, [move(2)]), 2]);
});

test('merges the changes of two tabs, notifies both, and undoes only the own step', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.edit('Move clip', move(2));
  two.edit('Set opacity', fade(0.5));
  await one.sync.push();
  await two.sync.push();
  await one.sync.pull();
  const both = applyEdits(first, [move(2), fade(0.5)]);
  expect([await stored(), one.document.value, two.document.value]).toEqual([both, both, both]);
  expect([one.merges.length, two.merges.length]).toEqual([1, 1]);
  one.history.undo();
  expect(one.document.value).toEqual(applyEdits(first, [fade(0.5)]));
  one.history.redo();
  expect(one.document.value).toEqual(both);
});

test('refuses to undo a step whose object was changed elsewhere since, and gives the reason', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.edit('Move clip', move(2));
  await one.sync.push();
  await two.sync.pull();
  two.edit('Move clip', move(1));
  await two.sync.push();
  await one.sync.pull();
  one.history.undo();
  expect(one.document.value).toEqual(applyEdits(first, [move(1)]));
  expect(one.refusals).toEqual(['“Move clip” cannot be undone: a later change from elsewhere conflicts with it.']);
  expect(one.history.undoLabel.value).toBe('Move clip');
});

test.each(['mine', 'theirs'] as const)(
  'keeps %s of a conflict, and stores the other side as a version',
  async (choice) => {
    const [one, two] = [await openTab(), await openTab()];
    one.edit('Move clip', move(2));
    two.edit('Move clip', move(1));
    await two.sync.push();
    await expect(one.sync.push()).rejects.toMatchObject({ code: 'REVISION_CONFLICT' });
    expect(one.sync.conflict.value?.conflicts).toMatchObject([{ id: 'clip', field: 'startSeconds' }]);
    // Nothing is saved before the conflict is resolved.
    await one.sync.pull();
    expect(await stored()).toEqual(applyEdits(first, [move(1)]));
    await one.sync.resolve(choice);
    const [mine, theirs] = [applyEdits(first, [move(2)]), applyEdits(first, [move(1)])];
    const [stays, other] = choice === 'mine' ? [mine, theirs] : [theirs, mine];
    expect([await stored(), one.document.value, one.sync.state.value]).toEqual([stays, stays, { kind: 'saved' }]);
    const [newest] = await listVersions(store, id);
    expect(await readVersion(store, id, newest?.revision ?? 0)).toEqual(other);
    if (choice === 'theirs') {
      one.history.undo();
      expect(one.document.value).toEqual(mine);
    }
  },
);

test('reports edits that cannot be saved, keeps them for a reload, and saves them in the next tab', async () => {
  const tab = await openTab();
  isReachable = false;
  tab.edit('Move clip', move(2));
  tab.sync.keepDraft();
  await expect(tab.sync.push()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(tab.sync.state.value).toMatchObject({ kind: 'failed', error: { retryable: true } });
  isReachable = true;
  const other = await openTab();
  other.edit('Set opacity', fade(0.5));
  await other.sync.push();

  const after = await openTab(tab.kept);
  await after.sync.adoptDraft();
  expect(after.document.value).toEqual(applyEdits(first, [move(2), fade(0.5)]));
  await after.sync.push();
  expect([await stored(), after.kept.draft]).toEqual([applyEdits(first, [move(2), fade(0.5)]), null]);
  after.history.undo();
  expect(after.document.value).toEqual(applyEdits(first, [fade(0.5)]));
});

test('asks the user about a draft whose base version no longer exists', async () => {
  await store.transact(['canvases'], async (transaction) => {
    await transaction.put('canvases', { ...(await getCanvas(transaction, id)), revision: 90 });
  });
  const tab = await openTab({ draft: { revision: 40, document: applyEdits(first, [move(2)]) } });
  await tab.sync.adoptDraft();
  expect(tab.sync.conflict.value).toMatchObject({ base: first, conflicts: [] });
  await tab.sync.resolve('mine');
  expect(await stored()).toEqual(applyEdits(first, [move(2)]));
});

test('reports that a canvas was deleted elsewhere', async () => {
  const tab = await openTab();
  await deleteCanvas(store, id, 1);
  await expect(tab.sync.pull()).rejects.toMatchObject({ code: 'CANVAS_NOT_FOUND' });
  expect(tab.sync.state.value).toEqual({ kind: 'gone' });
});

test('keeps both objects that two tabs added with the same name, and undoes only the own one', async () => {
  const [one, two] = [await openTab(), await openTab()];
  const add = (text: string, startSeconds: number): Edit => ({
    type: 'add-item',
    trackId: 'track-1',
    item: makeItem('text', 'text-1', { text, startSeconds }),
  });
  one.edit('Add text', add('one', 8));
  two.edit('Add text', add('two', 12));
  two.selection.value = ['text-1'];
  two.edit('Set opacity', { type: 'set', itemId: 'text-1', properties: { opacity: 0.5 } });
  await one.sync.push();
  await two.sync.push();
  // The selection is still the object that was added here.
  const [own] = two.selection.value;
  expect(two.document.value.tracks[0]?.items.find((item) => item.id === own)).toMatchObject({ text: 'two' });
  two.selection.value = [];
  two.history.undo();
  expect(two.selection.value).toEqual([own]);
  expect((await stored()).tracks[0]?.items.map((item) => ('text' in item ? item.text : item.id))).toEqual([
    'clip',
    'other',
    'one',
    'two',
  ]);
  two.history.undo();
  expect(two.document.value).toEqual(applyEdits(first, [add('one', 8)]));
});

test('does not treat an object that is added after a deletion as the deleted one, whatever another tab changed', async () => {
  const item = { ...makeItem('text', 'x', { startSeconds: 8 }), id: undefined };
  const one = await openTab();
  one.edit('Add text', { type: 'add-item', trackId: 'track-1', item });
  await one.sync.push();
  const two = await openTab();
  const old = one.document.value.tracks[0]?.items.at(-1)?.id ?? '';
  two.edit('Set opacity', { type: 'set', itemId: old, properties: { opacity: 0.5 } });
  await two.sync.push();
  one.edit('Delete text', { type: 'remove-item', itemId: old });
  one.edit('Add text', { type: 'add-item', trackId: 'track-1', item });
  await expect(one.sync.push()).rejects.toMatchObject({ code: 'REVISION_CONFLICT' });
  expect(one.sync.conflict.value?.conflicts).toMatchObject([{ id: old, field: null }]);
});

test('recognises its own save after a lost response, without duplicates, and undoes it as one step', async () => {
  const tab = await openTab();
  const item = makeItem('text', 'text-1', { text: 'one', startSeconds: 8 });
  tab.edit('Add text', { type: 'add-item', trackId: 'track-1', item });
  isAnswerLost = true;
  await expect(tab.sync.push()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  isAnswerLost = false;
  tab.edit('Move text', { type: 'move', itemId: 'text-1', startSeconds: 20 });
  await tab.sync.push();
  expect((await stored()).tracks[0]?.items.map(({ id: itemId }) => itemId)).toEqual(['clip', 'other', 'text-1']);
  // No tab is notified of a change elsewhere either.
  isAnswerLost = true;
  tab.edit('Move text', { type: 'move', itemId: 'text-1', startSeconds: 24 });
  await expect(tab.sync.push()).rejects.toThrow();
  isAnswerLost = false;
  await tab.sync.push();
  expect(tab.merges).toEqual([]);

  tab.edit('Move clip', move(2));
  isAnswerLost = true;
  await expect(tab.sync.push()).rejects.toThrow();
  isAnswerLost = false;
  tab.history.undo();
  expect(tab.sync.isSaved).toBe(false);
  await tab.sync.push();
  expect((await stored()).tracks[0]?.items[0]).toMatchObject({ id: 'clip', startSeconds: 0 });
  expect([await stored(), tab.sync.state.value]).toEqual([tab.document.value, { kind: 'saved' }]);
});

test('accepts the current state of the other side, and keeps the choice open if that fails', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.edit('Move clip', move(2));
  two.edit('Move clip', move(1));
  await two.sync.push();
  await expect(one.sync.push()).rejects.toMatchObject({ code: 'REVISION_CONFLICT' });
  isReachable = false;
  await expect(one.sync.resolve('theirs')).rejects.toMatchObject({ code: 'UNREACHABLE' });
  isReachable = true;
  expect([one.sync.conflict.value, one.sync.state.value]).toMatchObject([{ base: first }, { kind: 'conflict' }]);
  two.edit('Set opacity', fade(0.5));
  await two.sync.push();
  await one.sync.resolve('theirs');
  const theirs = applyEdits(first, [move(1), fade(0.5)]);
  expect([await stored(), one.document.value, one.sync.conflict.value]).toEqual([theirs, theirs, null]);
});

test('keeps a draft whose base version cannot be read now, and asks the user', async () => {
  const other = await openTab();
  other.edit('Set opacity', fade(0.5));
  await other.sync.push();
  const tab = await openTab({ draft: { revision: 1, document: applyEdits(first, [move(2)]) } });
  isReachable = false;
  await tab.sync.adoptDraft();
  expect(tab.document.value).toEqual(applyEdits(first, [move(2)]));
  expect(tab.sync.state.value).toEqual({ kind: 'conflict' });
});

test('leaves no draft of edits that were undone', async () => {
  const tab = await openTab();
  tab.edit('Move clip', move(2));
  tab.sync.keepDraft();
  tab.history.undo();
  tab.sync.keepDraft();
  expect(tab.kept.draft).toBeNull();
});
