import { computed, signal } from '@preact/signals';
import type { Item, ItemOf } from '#core/timeline/document.ts';
import type { Quality } from '#core/formats.ts';
import type { JobView } from '#operations/jobs.ts';
import { announce } from '../../announce.ts';
import { call } from '../../client.ts';
import { ApiError } from '../../envelope.ts';
import { cancelJob, isAtWork, recentJobs } from '../../jobs.ts';
import { startRun } from '../../start-run.ts';
import type { Editor } from '../editor.ts';
import { uploadMaterial } from '../materials/upload-material.ts';
import type { Material } from '../materials/placeable.ts';
import { cutOutNotes, dropNote, keepNote, type CutOutNote } from './cut-out-notes.ts';
import { isPartOf, othersOf, replaceByCutOut, sourceSpanOf, toPart, toTrim } from './replacement.ts';

/** A run for a clip, and what is known of its job; null until the first answer. */
export type CutOutRun = {
  readonly note: CutOutNote;
  readonly job: JobView | null;
  /** Why the cut-out could not take the place of the clip; null otherwise. */
  readonly problem: string | null;
};

/** The canvas in the editor, as ids of items are those of one canvas. */
export const openCanvasId = signal<string | null>(null);

/** Jobs that are not among the newest, by their ids. */
const olderJobs = signal<ReadonlyMap<string, JobView>>(new Map());
const problems = signal<ReadonlyMap<string, string>>(new Map());
/** Clips whose run is yet to begin, by the ids of their items: what is done, and its share. */
const preparing = signal<ReadonlyMap<string, { readonly share: number | null; readonly stage: string }>>(new Map());
/** Runs that were started since the page was loaded: their cut-outs take their places without being asked. */
const startedHere = new Set<string>();

/** The runs for clips of the open canvas, the oldest first. */
export const runsHere = computed<readonly CutOutRun[]>(() =>
  cutOutNotes.value
    .filter(({ canvasId }) => canvasId === openCanvasId.value)
    .map((note) => ({
      note,
      job: recentJobs.value?.find(({ id }) => id === note.jobId) ?? olderJobs.value.get(note.jobId) ?? null,
      problem: problems.value.get(note.jobId) ?? null,
    })),
);

/** Whether there is a run for any clip of the open canvas: clips need not ask for theirs while there is none. */
export const isCuttingOut = computed(
  () => preparing.value.size > 0 || runsHere.value.some(({ job }) => job !== null && isAtWork(job)),
);

/**
 * How far the cut-out is that an item of the open canvas is a part of; null for none. `share` is 0..1, or null while it is
 * unknown; without `jobId` the run is yet to begin.
 */
export function cutOutOf(
  item: Item,
): { readonly share: number | null; readonly stage: string; readonly jobId?: string } | null {
  const run = runsHere.value.find(({ note, job }) => job && isAtWork(job) && isPartOf(item, note, note.sourceAssetId));
  const { status, progress, stage } = run?.job ?? {};
  return (
    preparing.value.get(item.id) ??
    (run
      ? { share: status === 'running' ? (progress ?? null) : null, stage: stage ?? '', jobId: run.note.jobId }
      : null)
  );
}

/** Starts a run that cuts out what a clip shows of its file, as whose place it is noted. Throws ApiError. */
export async function startCutOut(editor: Editor, item: ItemOf<'video'>, quality: Quality): Promise<void> {
  const say = (stage: string) => (share: number | null) => setPreparing(item.id, { stage, share });
  say('Preparing')(null);
  // Before anything is waited for: what is split from now on is of the clip.
  const otherIds = othersOf(editor.document.peek(), item);
  try {
    const material = await keepSource(editor, item, say('Storing the file'));
    const part = toPart(sourceSpanOf(editor.document.peek(), item), material.durationSeconds);
    const trim = toTrim(part, material.durationSeconds);
    const { audioTrack } = item;
    const body = {
      material: material.handle,
      quality,
      outputFormat: 'webm',
      ...(trim && { trim }),
      ...(audioTrack !== undefined && { audioTrack }),
    };
    const jobId = await startRun('remove-background', body);
    startedHere.add(jobId);
    const { canvasId } = editor;
    const { id: itemId, name, assetId: sourceAssetId } = item;
    keepNote({ jobId, canvasId, itemId, otherIds, name, sourceAssetId, part });
  } finally {
    setPreparing(item.id, null);
  }
}

/** Gives a run up: its clip stays as it is. Throws ApiError. */
export async function cancelCutOut(jobId: string): Promise<void> {
  await cancelJob(jobId);
  dropNote(jobId);
}

/** The clip's file as a material, which a run needs: a result, or a material that was deleted, is stored as one. */
async function keepSource(
  { assets }: Editor,
  { assetId, name }: ItemOf<'video'>,
  onShare: (share: number | null) => void,
): Promise<{ readonly handle: string; readonly durationSeconds: number | null }> {
  const materials = await call('listMaterials');
  const kept = materials.find(({ material }) => material === assetId);
  if (kept) {
    return { handle: assetId, durationSeconds: kept.durationSeconds ?? null };
  }
  const file = assets.peek()[assetId];
  const response = file && (await fetch(file.url));
  if (!file || !response?.ok) {
    const message = `The file of ${name} is gone, so that there is nothing to cut out. Put another clip in its place.`;
    throw new ApiError({ errorCode: 'MATERIAL_NOT_FOUND', message, isRetryable: false });
  }
  const copy = new File([await response.blob()], name, { type: file.mimeType });
  const uploaded = await uploadMaterial(copy, onShare, new AbortController().signal);
  return { handle: uploaded.assetId, durationSeconds: uploaded.durationSeconds };
}

function setPreparing(itemId: string, state: { share: number | null; stage: string } | null): void {
  const others = [...preparing.value].filter(([id]) => id !== itemId);
  preparing.value = new Map(state ? [...others, [itemId, state]] : others);
}

const askedFor = new Set<string>();

/** Reads a job that is not among the newest, once; the note of one that was deleted goes. */
export async function findOlderJob(jobId: string): Promise<void> {
  if (askedFor.has(jobId)) {
    return;
  }
  askedFor.add(jobId);
  try {
    const job = await call('getJob', { params: { envelopeId: jobId } });
    olderJobs.value = new Map([...olderJobs.value, [jobId, job]]);
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.errorCode === 'JOB_NOT_FOUND') {
      dropNote(jobId);
    }
  }
}

/** Whether the cut-out of a finished run takes its place by itself: the canvas was open all the time. */
export const isSettledByItself = ({ note, job, problem }: CutOutRun): boolean =>
  job?.status === 'completed' && startedHere.has(note.jobId) && problem === null;

/** Puts the cut-out of a finished run in the place of its clip, as one step. Throws ApiError. */
export async function settleCutOut(editor: Editor, { note }: CutOutRun): Promise<void> {
  startedHere.delete(note.jobId);
  const results = await call('listMaterials', { query: { include: 'results' } });
  // An editor that was closed meanwhile saves no more; its note stays, and the next one offers the cut-out.
  if (openCanvasId.peek() !== editor.canvasId) {
    return;
  }
  const problem = putInPlace(
    editor,
    note,
    results.find(({ envelopeId }) => envelopeId === note.jobId),
  );
  if (problem === null) {
    dropNote(note.jobId);
  } else {
    problems.value = new Map([...problems.value, [note.jobId, problem]]);
    announce(problem);
  }
}

/** Null, or why it could not be done. */
function putInPlace(editor: Editor, note: CutOutNote, result: Material | undefined): string | null {
  if (!result) {
    return 'The cut-out was deleted. Cut the clip out again.';
  }
  const { sourceAssetId, part } = note;
  const cutOut = { assetId: result.material, sourceAssetId, part };
  const replacement = replaceByCutOut(editor.document.peek(), note, cutOut);
  if ('problem' in replacement) {
    return replacement.problem;
  }
  const { url, bytes, mimeType } = result;
  if (!editor.apply(replacement.edits, 'Remove background', { [result.material]: { url, bytes, mimeType } })) {
    return editor.refusal.peek() ?? 'The clip could not be changed.';
  }
  if (replacement.left === 0) {
    announce(`The background of ${note.name} is removed.`);
  } else {
    const count = replacement.left === 1 ? 'A part' : `${replacement.left} parts`;
    editor.refusal.value = `The background of ${note.name} is removed. ${count} of it shows more than was cut out and stays as it was: cut it out again.`;
  }
  return null;
}
