import type { Job } from '#client/client.ts';
import type { Offcut, RecipeInput, RunOptions } from '#client/offcut.ts';
import type { UploadOptions } from '#client/upload.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { Failure } from '#core/lib/failure.ts';
import type { ListedRecipeId } from '#recipes/catalog.ts';
import { exitCodes } from '../exit-codes.ts';
import { onStop } from '../stop.ts';
import { uploadPath } from '../upload-path.ts';
import type { JobEnd, Output } from './output.ts';
import { getInputSchema, mapFiles } from './recipe-schema.ts';
import { saveFiles } from './save-files.ts';

/** A run: the input with files as paths, and the name of its result without an extension. */
export type Task = {
  readonly recipeId: ListedRecipeId;
  readonly input: object;
  readonly name: string;
};

type JobContext = {
  readonly offcut: Offcut;
  readonly output: Output;
  readonly review: RunOptions['review'] | undefined;
  readonly dir: string;
  readonly isForced: boolean;
};

/** Uploads the files of a run, runs it, and saves its result. Reports the outcome, and never throws an error of the API. */
export async function runJob(task: Task, context: JobContext): Promise<JobEnd> {
  const startedMs = performance.now();
  const stop = new AbortController();
  const stopListening = onStop(() =>
    stop.abort(new OffcutError({ code: 'CANCELED', message: 'The run was stopped.' })),
  );
  const seen: { job: Job | null } = { job: null };
  const getEnd = (parts: Partial<JobEnd>): JobEnd => ({
    name: task.name,
    jobId: seen.job?.id ?? null,
    files: [],
    error: null,
    warnings: seen.job?.warnings ?? [],
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    exitCode: exitCodes.done,
    ...parts,
  });
  let end: JobEnd;
  try {
    const job = await makeResult(task, context, stop.signal, (now) => (seen.job = now));
    end = getEnd({ files: await saveFiles(context.offcut, job, { ...context, name: task.name }) });
  } catch (thrown) {
    const error = toError(thrown);
    const isCanceled = error.errorCode === 'CANCELED';
    if (isCanceled && seen.job) {
      // The job may have ended already.
      await context.offcut.jobs.cancel(seen.job.id).catch(() => undefined);
    }
    end = getEnd({ error, exitCode: isCanceled ? exitCodes.canceled : exitCodes.refused });
  } finally {
    stopListening();
  }
  context.output.end(end);
  return end;
}

/** Returns the code and the message of an error. Throws a defect again. */
function toError(thrown: unknown): NonNullable<JobEnd['error']> {
  if (thrown instanceof OffcutError || thrown instanceof Failure) {
    return { errorCode: thrown.code, message: thrown.message };
  }
  throw thrown;
}

async function makeResult(
  { recipeId, input, name }: Task,
  { offcut, output, review }: JobContext,
  signal: AbortSignal,
  onJob: (job: Job) => void,
): Promise<Job> {
  const progress = output.progress(name);
  try {
    const onProgress: UploadOptions['onProgress'] = ({ sentBytes, totalBytes }) =>
      progress.update({ stage: 'Uploading', progress: totalBytes ? sentBytes / totalBytes : 0, etaSeconds: null });
    const body = await mapFiles(getInputSchema(recipeId), input, (file) =>
      uploadPath(offcut, file, { signal, onProgress }),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same input with handles instead of paths
    const given = body as RecipeInput<ListedRecipeId>;
    return await offcut.run(recipeId, given, {
      signal,
      onProgress: (job) => {
        onJob(job);
        progress.update(job);
      },
      ...(review && {
        review: async (proposal, job) => {
          progress.end();
          return review(proposal, job);
        },
      }),
    });
  } finally {
    progress.end();
  }
}
