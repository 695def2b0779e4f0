import { computed, signal } from '@preact/signals';
import type { ItemOf } from '#core/timeline/document.ts';
import type { Quality } from '#core/formats.ts';
import type { JobView } from '#operations/jobs.ts';
import { announce } from '../../announce.ts';
import { call } from '../../client.ts';
import { ApiError } from '../../envelope.ts';
import { isAtWork, recentJobs } from '../../jobs.ts';
import { startRun } from '../../start-run.ts';
import type { Editor } from '../editor.ts';
import { uploadMaterial } from '../materials/upload-material.ts';
import type { Material } from '../materials/placeable.ts';
import { cutOutNotes, dropNote, keepNote, type CutOutNote } from './cut-out-notes.ts';
import { replaceByCutOut, sourceSpanOf, toPart, toTrim } from './replacement.ts';

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

/** How far the cut-outs of clips of the open canvas are, by the ids of the items; `share` is 0..1, or null while it is unknown. */
export const cutOutRuns = computed<ReadonlyMap<string, { readonly share: number | null; readonly stage: string }>>(
  () =>
    new Map([
      ...preparing.value,
      ...runsHere.value
        .filter(({ job }) => job && isAtWork(job))
        .map(({ note, job }) => {
          const share = job?.status === 'running' ? job.progress : null;
          return [note.itemId, { share, stage: job?.stage ?? '' }] as const;
        }),
    ]),
);

/** Starts a run that cuts out what a clip shows of its file, as whose place it is noted. Throws ApiError. */
export async function startCutOut(editor: Editor, item: ItemOf<'video'>, quality: Quality): Promise<void> {
  const say = (stage: string) => (share: number | null) => setPreparing(item.id, { stage, share });
  say('Preparing')(null);
  try {
    const material = await keepSource(editor, item, say('Storing the file'));
    const part = toPart(sourceSpanOf(editor.document.peek(), item), material.durationSeconds);
    const trim = toTrim(part, material.durationSeconds);
    const body = { material: material.handle, quality, outputFormat: 'webm', ...(trim && { trim }) };
    const jobId = await startRun('remove-background', body);
    startedHere.add(jobId);
    const { canvasId } = editor;
    keepNote({ jobId, canvasId, itemId: item.id, name: item.name, sourceAssetId: item.assetId, part });
  } finally {
    setPreparing(item.id, null);
  }
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
    announce(`The background of ${note.name} is removed.`);
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
  const { sourceAssetId, part, itemId } = note;
  const cutOut = { assetId: result.material, sourceAssetId, part };
  const replacement = replaceByCutOut(editor.document.peek(), itemId, cutOut);
  if ('problem' in replacement) {
    return replacement.problem;
  }
  const { url, bytes, mimeType } = result;
  return editor.apply(replacement.edits, 'Remove background', { [result.material]: { url, bytes, mimeType } })
    ? null
    : (editor.refusal.peek() ?? 'The clip could not be changed.');
}
