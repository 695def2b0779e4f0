import { computed, signal } from '@preact/signals';
import type { Item, ItemOf } from '#core/timeline/document.ts';
import type { Quality } from '#core/model/formats.ts';
import type { JobView } from '#operations/jobs.ts';
import { removeBackgroundId } from '#recipes/remove-background/defaults.ts';
import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { cancelJob, isAtWork, recentJobs } from '#ui/pages/jobs/jobs.ts';
import { startRun } from '#ui/pages/recipe/start-run.ts';
import type { Editor } from '../editor.ts';
import { uploadMaterial } from '../materials/upload-material.ts';
import type { Material } from '../materials/placeable.ts';
import { cutOutNotes, type CutOutNote } from './cut-out-notes.ts';
import { isPartOf, findOthers, replaceByCutOut, getSourceSpan, toPart, toTrim } from './replacement.ts';

/** A run for a clip and its job; null until the first response. */
export type CutOutRun = {
  readonly note: CutOutNote;
  readonly job: JobView | null;
  /** The reason why the cutout could not replace the clip; null otherwise. */
  readonly problem: string | null;
};

/** The canvas that is open in the editor, because item ids are unique within one canvas only. */
export const openCanvasId = signal<string | null>(null);

/** Jobs that are not among the newest, by id. */
const olderJobs = signal<ReadonlyMap<string, JobView>>(new Map());
const problems = signal<ReadonlyMap<string, string>>(new Map());
/** Clips whose run has not started yet, by item id: the current step and its progress. */
const preparing = signal<ReadonlyMap<string, { readonly share: number | null; readonly stage: string }>>(new Map());
/** Runs that were started since the page loaded: their cutouts replace the clips without asking. */
const startedHere = new Set<string>();

/** The runs for clips of the open canvas, the oldest first. */
export const runsHere = computed<readonly CutOutRun[]>(() =>
  cutOutNotes.all.value
    .filter(({ canvasId }) => canvasId === openCanvasId.value)
    .map((note) => ({
      note,
      job: recentJobs.value?.find(({ id }) => id === note.jobId) ?? olderJobs.value.get(note.jobId) ?? null,
      problem: problems.value.get(note.jobId) ?? null,
    })),
);

/** Whether there is a run for any clip of the open canvas; if not, clips need not look up theirs. */
export const isCuttingOut = computed(
  () => preparing.value.size > 0 || runsHere.value.some(({ job }) => job !== null && isAtWork(job)),
);

/**
 * Returns the progress of the background removal of which an item of the open canvas is a part; null if there is no such run.
 * `share` is 0..1, or null while it is unknown; without `jobId` the run has not started yet.
 */
export function getCutOut(
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

/**
 * Starts a run that removes the background of the time span of the file that a clip shows, and stores a note for it. Throws
 * OffcutError.
 */
export async function startCutOut(editor: Editor, item: ItemOf<'video'>, quality: Quality): Promise<void> {
  const say = (stage: string) => (share: number | null) => setPreparing(item.id, { stage, share });
  say('Preparing')(null);
  // Before the first await: items that are split off from now on belong to the clip.
  const { canvasId } = editor;
  const started = cutOutNotes.start({ canvasId, itemId: item.id, otherIds: findOthers(editor.document.peek(), item) });
  try {
    const material = await keepSource(editor, item, say('Storing file'));
    const part = toPart(getSourceSpan(editor.document.peek(), item), material.durationSeconds);
    const trim = toTrim(part, material.durationSeconds);
    const { audioTrack } = item;
    const body = {
      material: material.handle,
      quality,
      outputFormat: 'webm',
      ...(trim && { trim }),
      ...(audioTrack !== undefined && { audioTrack }),
    };
    const jobId = await startRun(removeBackgroundId, body);
    startedHere.add(jobId);
    started.keep({ jobId, name: item.name, sourceAssetId: item.assetId, part });
  } finally {
    started.end();
    setPreparing(item.id, null);
  }
}

/** Cancels a run: its clip does not change. Throws OffcutError. */
export async function cancelCutOut(jobId: string): Promise<void> {
  await cancelJob(jobId);
  cutOutNotes.drop(jobId);
}

/** Returns the clip's file as a material, which a run requires: a result or a deleted material is stored as one. */
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
    const message = `The file of ${name} is no longer available, so its background can't be removed. Replace the clip.`;
    throw new OffcutError({ code: 'MATERIAL_NOT_FOUND', message });
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

/** Loads a job that is not among the newest, once; removes the note of a deleted job. */
export async function findOlderJob(jobId: string): Promise<void> {
  if (askedFor.has(jobId)) {
    return;
  }
  askedFor.add(jobId);
  try {
    const job = await call('getJob', { params: { envelopeId: jobId } });
    olderJobs.value = new Map([...olderJobs.value, [jobId, job]]);
  } catch (thrown) {
    if (thrown instanceof OffcutError && thrown.code === 'JOB_NOT_FOUND') {
      cutOutNotes.drop(jobId);
    }
  }
}

/** Returns whether the cutout of a completed run replaces its clip without asking: the canvas was open all the time. */
export const isSettledByItself = ({ note, job, problem }: CutOutRun): boolean =>
  job?.status === 'completed' && startedHere.has(note.jobId) && problem === null;

/** Replaces the clip of a completed run with the cutout, as one step. Throws OffcutError. */
export async function settleCutOut(editor: Editor, { note }: CutOutRun): Promise<void> {
  startedHere.delete(note.jobId);
  const results = await call('listMaterials', { query: { include: 'results' } });
  // An editor that was closed meanwhile saves no more; its note stays, and the next editor offers the cutout.
  if (openCanvasId.peek() !== editor.canvasId) {
    return;
  }
  const problem = putInPlace(
    editor,
    note,
    results.find(({ envelopeId }) => envelopeId === note.jobId),
  );
  if (problem === null) {
    cutOutNotes.drop(note.jobId);
  } else {
    problems.value = new Map([...problems.value, [note.jobId, problem]]);
    announce(problem);
  }
}

/** Returns null, or the reason why the clip could not be replaced. */
function putInPlace(editor: Editor, note: CutOutNote, result: Material | undefined): string | null {
  if (!result) {
    return 'The cutout was deleted. Remove the background again.';
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
    announce(`Removed the background of ${note.name}.`);
  } else {
    const count = replacement.left === 1 ? 'One part' : `${replacement.left} parts`;
    editor.refusal.value = `Removed the background of ${note.name}. ${count} of it shows more than the cutout and did not change. Remove its background again.`;
  }
  return null;
}
