import { Connection, wait, type ConnectionOptions, type RawAnswer } from './connection.ts';
import { OffcutError } from './offcut-error.ts';
import type { Canvas, Job, OperationTypes } from './types.generated.ts';

/** The name of an operation, such as `getJob` or `run:tighten`. */
export type OperationName = keyof OperationTypes;

type RunName = Extract<keyof OperationTypes, `run:${string}`>;

/** The id of a recipe, such as `tighten`. */
export type RecipeId = RunName extends `run:${infer Id}` ? Id : never;

/** The input of a recipe. */
export type RecipeInput<Id extends RecipeId> = OperationTypes[`run:${Id}`]['body'];

/** The result of the synchronous recipe `remove-background`. */
export type RunResult = OperationTypes['run:remove-background']['data'];

/** The data that an operation returns. */
export type Data<Name extends keyof OperationTypes> = OperationTypes[Name]['data'];

type Query<T> = {} extends T ? { readonly query?: T } : { readonly query: T };
type Params<T> = keyof T extends never ? {} : { readonly params: T };
type Body<T> = T extends undefined ? {} : {} extends T ? { readonly body?: T } : { readonly body: T };

/** The parts of a call of an operation. Only the parts that the operation has are allowed. */
export type Call<Name extends keyof OperationTypes> = Params<OperationTypes[Name]['params']> &
  Query<OperationTypes[Name]['query']> &
  Body<OperationTypes[Name]['body']> & {
    /** A form with the file, for `fillUpload` and `addModel`. */
    readonly form?: FormData;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };

/** The arguments after the name: the call may be omitted if all of its parts may. */
type Given<Name extends OperationName> = {} extends Call<Name> ? [call?: Call<Name>] : [call: Call<Name>];

/** The decision about a proposal. `proposal` may be a changed copy of the one that was offered. */
export type Decision = OperationTypes['reviewJob']['body'];

export type FollowOptions = {
  /** Called with each new state of the job. */
  readonly onProgress?: (job: Job) => void;
  /** Ends the wait. The job continues; `jobs.cancel` ends it. */
  readonly signal?: AbortSignal;
  /** The interval between two requests for the job, in milliseconds. The default is 500. */
  readonly pollMs?: number;
};

export type RunOptions = FollowOptions & {
  /** Decides about each proposal of the run. Without it, `run` returns the job when it waits for review. */
  readonly review?: (proposal: NonNullable<Job['proposal']>, job: Job) => Promise<Decision> | Decision;
};

export type UploadOptions = {
  /** The purpose of the file, as free text of at most 2,000 characters. */
  readonly purpose?: string;
  /** The name of the file. The default is the name of a File, or `file`. */
  readonly name?: string;
  readonly signal?: AbortSignal;
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
  async call<Name extends OperationName>(name: Name, ...[given]: Given<Name>): Promise<Data<Name>> {
    return toData(await this.#connection.call(name, given ?? {}));
  }

  /** Calls an operation and returns the response unread: a file, an image or server-sent events. */
  open<Name extends OperationName>(name: Name, ...[given]: Given<Name>): Promise<Response> {
    return this.#connection.open(name, given ?? {});
  }

  /** Iterates over all entries of a list, page by page. */
  async *list<Name extends 'listJobs' | 'listMaterials' | 'listCanvases' | 'listLedger'>(
    name: Name,
    query: OperationTypes[Name]['query'] = {},
    signal?: AbortSignal,
  ): AsyncGenerator<Data<Name>[number], void, undefined> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await this.#connection.call(name, { query: { ...query, ...(cursor && { cursor }) }, signal });
      yield* toData<Data<Name>[number][]>(page);
      cursor = page.nextCursor;
    }
  }

  /** Uploads a file and returns the handle of its material. */
  async upload(file: Blob, { purpose, name, signal }: UploadOptions = {}): Promise<string> {
    const fileName = name ?? (file instanceof File ? file.name : 'file');
    const { ticket } = await this.call('createUpload', {
      body: purpose === undefined ? {} : { purpose },
      ...(signal && { signal }),
    });
    const form = new FormData();
    form.append('file', file, fileName);
    return (await this.call('fillUpload', { params: { ticket }, form, ...(signal && { signal }) })).material;
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
    if (onProgress) {
      const answer = await run({ Prefer: 'respond-async' });
      if (answer.status !== 202) {
        return toData(answer);
      }
      const { creditsCharged } = await this.follow(toData<Job>(answer).id, { ...options, onProgress });
      // The repeated call finds the result of this run, which is not a cached result for the caller.
      return { ...toData<RunResult>(await run()), cached: false, creditsCharged };
    }
    return toData(await run());
  }

  /**
   * Runs a recipe and returns its completed job, or, without `review`, the job that waits for review. Throws the error of a job that
   * failed, and CANCELED for a canceled one.
   */
  async run<Id extends RecipeId>(recipeId: Id, body: RecipeInput<Id>, options: RunOptions = {}): Promise<Job> {
    const { review, ...follow } = options;
    const answer = await this.#connection.call(`run:${recipeId}`, {
      body,
      headers: { Prefer: 'respond-async' },
      signal: follow.signal,
    });
    // The result of an earlier identical run has no `id`.
    const { id, envelopeId } = toData<{ readonly id?: string; readonly envelopeId?: string }>(answer);
    const job = await this.follow(id ?? envelopeId ?? '', follow);
    return review ? this.#reviewAll(job, review, follow) : job;
  }

  /** Polls a job until it ends or waits for review. Throws the error of a job that failed, and CANCELED for a canceled one. */
  async follow(jobId: string, { onProgress, signal, pollMs = 500 }: FollowOptions = {}): Promise<Job> {
    for (;;) {
      const job = await this.call('getJob', { params: { envelopeId: jobId }, ...(signal && { signal }) });
      onProgress?.(job);
      if (job.status === 'failed' || job.status === 'canceled') {
        throw toJobError(job);
      }
      if (job.status === 'completed' || job.status === 'awaiting_review') {
        return job;
      }
      await wait(pollMs, signal);
    }
  }

  /** Downloads a file of this API by the URL that a response contains, such as `finalUrl`. */
  async download(url: string, signal?: AbortSignal): Promise<Blob> {
    const file = new URL(url, this.#connection.toUrl('getMe')).pathname.split('/').at(-1) ?? '';
    return (await this.open('getMedia', { params: { file }, ...(signal && { signal }) })).blob();
  }

  readonly jobs = {
    get: (id: string): Promise<Job> => this.call('getJob', { params: { envelopeId: id } }),
    list: (query: OperationTypes['listJobs']['query'] = {}) => this.list('listJobs', query),
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

/** Types the data of a response without checking it: server and types derive from the same description. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- the wire
const toData = <T>({ data }: RawAnswer): T => data as T;

function toJobError({ status, error, id }: Job): OffcutError {
  if (status === 'canceled' || !error) {
    return new OffcutError({ code: 'CANCELED', message: `The job ${id} was canceled.`, status: 200 });
  }
  return new OffcutError({ code: error.errorCode, message: error.message, status: 200, details: { jobId: id } });
}
