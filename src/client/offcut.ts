import { Connection, type ConnectionOptions } from './connection.ts';
import { OffcutError } from './offcut-error.ts';
import type { Data, Given, OperationName } from './operation-call.ts';
import type { Canvas, Job, OperationTypes } from './types.generated.ts';
import { uploadFile, type UploadOptions, type UploadSource } from './upload.ts';
import { watchJob, type JobEvent, type WatchOptions } from './watch-job.ts';

type ListName = 'listJobs' | 'listMaterials' | 'listCanvases' | 'listLedger';
type RunName = Extract<keyof OperationTypes, `run:${string}`>;

/** The id of a recipe, such as `tighten`. */
export type RecipeId = RunName extends `run:${infer Id}` ? Id : never;

/** The input of a recipe. */
export type RecipeInput<Id extends RecipeId> = OperationTypes[`run:${Id}`]['body'];

/** The result of the synchronous recipe `remove-background`. */
export type RunResult = OperationTypes['run:remove-background']['data'];

/** The decision about a proposal. `proposal` may be a changed copy of the one that was offered. */
export type Decision = OperationTypes['reviewJob']['body'];

export type FollowOptions = WatchOptions & {
  /** Called with each new state of the job. */
  readonly onProgress?: (job: Job) => void;
  /** Called with each newest frame of the result, as a data URL. Only some recipes have previews. */
  readonly onPreview?: (dataUrl: string) => void;
};

export type RunOptions = FollowOptions & {
  /** Decides about each proposal of the run. Without it, `run` returns the job when it waits for review. */
  readonly review?: (proposal: NonNullable<Job['proposal']>, job: Job) => Promise<Decision> | Decision;
};

/**
 * A client of the Offcut API, with one method for each operation (`call`) and methods for the flows of several calls: uploads,
 * runs with their reviews, and lists. Calls that may succeed later are retried. All methods throw OffcutError for an error of the
 * API and the reason of the signal after an abort.
 */
export class Offcut {
  readonly #connection: Connection;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  /** Calls an operation by its name and returns its data. */
  async call<Name extends OperationName>(name: Name, ...given: Given<Name>): Promise<Data<Name>> {
    return (await this.#connection.call(name, ...given)).data;
  }

  /** Calls an operation and returns the response unread: a file, an image or server-sent events. */
  open<Name extends OperationName>(name: Name, ...given: Given<Name>): Promise<Response> {
    return this.#connection.open(name, ...given);
  }

  /** Iterates over all entries of a list and requests its pages when they are needed. `limit` is the size of a page. */
  async *list<Name extends ListName>(
    name: Name,
    query: OperationTypes[Name]['query'] = {},
    signal?: AbortSignal,
  ): AsyncGenerator<Data<Name>[number], void, undefined> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await this.#connection.send(name, { query: { ...query, ...(cursor && { cursor }) }, signal });
      yield* page.data;
      cursor = page.nextCursor;
    }
  }

  /**
   * Uploads a file and returns the handle of its material: a File or Blob, bytes, or a stream. A lost connection is retried, except
   * with a stream. Throws UPLOAD_INTERRUPTED if it stays lost, FILE_TOO_LARGE, UNSUPPORTED_MEDIA.
   */
  upload(source: UploadSource, options: UploadOptions = {}): Promise<string> {
    return uploadFile(this.#connection, source, options);
  }

  /**
   * Removes the background of a video or image and waits for the result. With `onProgress` the run is queued and followed. If the
   * connection is lost, the same run is joined, not started again.
   */
  async removeBackground(
    body: RecipeInput<'remove-background'>,
    { onProgress, ...options }: FollowOptions = {},
  ): Promise<RunResult> {
    const { signal } = options;
    const run = (headers: Record<string, string> = {}) =>
      this.#connection.call('run:remove-background', { body, headers, signal });
    if (!onProgress) {
      return (await run()).data;
    }
    const { status, data } = await run({ Prefer: 'respond-async' });
    if (status !== 202) {
      return data;
    }
    const { creditsCharged } = await this.follow(getJobId(data), { ...options, onProgress });
    // The repeated call finds the result of this run, which is not a cached result for the caller.
    return { ...(await run()).data, cached: false, creditsCharged };
  }

  /**
   * Runs a recipe and returns its completed job, or, without `review`, the job that waits for review. Throws the error of a job that
   * failed, and CANCELED for a canceled one.
   */
  async run<Id extends RecipeId>(recipeId: Id, body: RecipeInput<Id>, options: RunOptions = {}): Promise<Job> {
    const { review, ...follow } = options;
    const { data } = await this.#connection.send(`run:${recipeId}`, {
      body,
      headers: { Prefer: 'respond-async' },
      signal: follow.signal,
    });
    const job = await this.follow(getJobId(data), follow);
    return review ? this.#reviewAll(job, review, follow) : job;
  }

  /**
   * Waits until a job ends or needs a review, and returns it. Uses the events of the job, or polls if the server has none. Throws the
   * error of a job that failed, and CANCELED for a canceled one.
   */
  async follow(jobId: string, { onProgress, onPreview, ...options }: FollowOptions = {}): Promise<Job> {
    for await (const event of watchJob(this.#connection, jobId, options)) {
      if (event.type === 'preview') {
        onPreview?.(event.dataUrl);
        continue;
      }
      const { job } = event;
      onProgress?.(job);
      if (job.status === 'failed' || job.status === 'canceled') {
        throw toJobError(job);
      }
      if (job.status === 'completed' || job.status === 'awaiting_review') {
        return job;
      }
    }
    throw new OffcutError({ code: 'JOB_NOT_FOUND', message: `The job ${jobId} was deleted.`, status: 404 });
  }

  /** Downloads a file of this API by the URL that a response contains, such as `finalUrl`. */
  async download(url: string, signal?: AbortSignal): Promise<Blob> {
    const file = new URL(url, this.#connection.toUrl('getMe')).pathname.split('/').at(-1) ?? '';
    return (await this.open('getMedia', { params: { file }, ...(signal && { signal }) })).blob();
  }

  readonly jobs = {
    get: (id: string): Promise<Job> => this.call('getJob', { params: { envelopeId: id } }),
    list: (query: OperationTypes['listJobs']['query'] = {}) => this.list('listJobs', query),
    /** Yields the states of a job, and its newest frames, until it has ended. */
    watch: (id: string, options: WatchOptions = {}): AsyncGenerator<JobEvent> =>
      watchJob(this.#connection, id, options),
    review: (id: string, decision: Decision): Promise<Job> =>
      this.call('reviewJob', { params: { envelopeId: id }, body: decision }),
    cancel: (id: string): Promise<Job> => this.call('cancelJob', { params: { envelopeId: id } }),
    delete: (id: string) => this.call('deleteJob', { params: { envelopeId: id } }),
  };

  readonly materials = {
    list: (query: OperationTypes['listMaterials']['query'] = {}) => this.list('listMaterials', query),
    fetch: (url: string) => this.call('fetchMaterial', { body: { url } }),
    delete: (material: string) => this.call('deleteMaterial', { params: { material } }),
  };

  readonly canvases = {
    create: (body: OperationTypes['createCanvas']['body']): Promise<Canvas> => this.call('createCanvas', { body }),
    get: (canvasId: string): Promise<Canvas> => this.call('getCanvas', { params: { canvasId } }),
    list: (query: OperationTypes['listCanvases']['query'] = {}) => this.list('listCanvases', query),
    edit: (canvasId: string, body: OperationTypes['editCanvas']['body']): Promise<Canvas> =>
      this.call('editCanvas', { params: { canvasId }, body }),
    export: (canvasId: string, body: OperationTypes['exportCanvas']['body']): Promise<Job> =>
      this.call('exportCanvas', { params: { canvasId }, body }),
    delete: (canvasId: string) => this.call('deleteCanvas', { params: { canvasId } }),
  };

  async #reviewAll(job: Job, review: NonNullable<RunOptions['review']>, follow: FollowOptions): Promise<Job> {
    if (job.status !== 'awaiting_review') {
      return job;
    }
    await this.jobs.review(job.id, await review(job.proposal ?? {}, job));
    return this.#reviewAll(await this.follow(job.id, follow), review, follow);
  }
}

/** Returns the id of the job of a run. The result of an earlier identical run has no `id`. */
const getJobId = (data: { readonly envelopeId: string; readonly id?: string }): string => data.id ?? data.envelopeId;

function toJobError({ status, error, id }: Job): OffcutError {
  if (status === 'canceled' || !error) {
    return new OffcutError({ code: 'CANCELED', message: `The job ${id} was canceled.`, status: 200 });
  }
  return new OffcutError({ code: error.errorCode, message: error.message, status: 200, details: { jobId: id } });
}
