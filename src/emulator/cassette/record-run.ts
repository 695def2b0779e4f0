import * as z from 'zod';
import type { Decision, Offcut, RecipeId, RecipeInput, RunOptions } from '#client/offcut.ts';
import type { Job } from '#client/types.generated.ts';
import { wireFailure } from '#core/lib/failure.ts';
import { timelineDocument, type TimelineDocument } from '#core/timeline/document.ts';
import { getAssetIds } from '#core/timeline/schedule.ts';
import {
  isSame,
  replaceStrings,
  toAssetName,
  type RecordedFile,
  type RecordedProposal,
  type RecordedResult,
  type RecordedRun,
} from './cassette.ts';
import { hashBody, storeFile, writeRecordedRun } from './cassette-folder.ts';
import { describeInput, findRecipe, nameMaterials, toHashNames, type MaterialName } from './recordings.ts';

type RecordOptions = RunOptions & {
  /** The folder of the cassette. It is created if it does not exist. */
  readonly cassette: string;
};

/**
 * Runs a recipe as `offcut.run` does, and records the run in a cassette: its proposals, its result files and its canvas, or its error.
 * Returns the job in its last state, even if it failed. Without `review`, each proposal is approved. Recording another review of the
 * same run extends the cassette. Throws if the server has the result of an identical reviewed run already, because it answers without
 * a proposal then.
 */
export async function recordRun<Id extends RecipeId>(
  offcut: Offcut,
  recipeId: Id,
  body: RecipeInput<Id>,
  { cassette, review = () => ({ decision: 'approve' }), onProgress, ...options }: RecordOptions,
): Promise<Job> {
  const recorder = new Recorder(offcut, cassette);
  let last: Job | undefined;
  const job = await offcut
    .run(recipeId, body, {
      ...options,
      onProgress: (state) => {
        last = state;
        onProgress?.(state);
      },
      review: (proposal, state) => recorder.review(state, () => review(proposal, state)),
    })
    .catch((thrown: unknown) => {
      if (last && (last.status === 'failed' || recorder.isRejected)) {
        return last;
      }
      throw thrown;
    });
  await recorder.end(job);
  return job;
}

/** A decision, and the proposal and the input that it was about. */
type Reviewed = { readonly decision: Decision; readonly offered: unknown; readonly input: RecordedRun['input'] };

const errorOfJob = z.object({ errorCode: wireFailure.shape.code, message: z.string() });

/** The files of a canvas in a response, by their asset ids. */
const assetUrls = z.record(z.string(), z.object({ url: z.string() }));

const jsonObject = z.record(z.string(), z.unknown());

/** Records one run. A regenerate with other parameters is recorded as a run with that input. */
class Recorder {
  readonly #offcut: Offcut;
  readonly #folder: string;
  readonly #runs: RecordedRun[] = [];
  #materials: readonly MaterialName[] = [];
  #last: Reviewed | null = null;

  constructor(offcut: Offcut, folder: string) {
    this.#offcut = offcut;
    this.#folder = folder;
  }

  /** Whether the last decision was to reject the proposal. */
  get isRejected(): boolean {
    return this.#last?.decision.decision === 'reject';
  }

  /** Records a proposal, and returns the decision about it. */
  async review(job: Job, decide: () => Promise<Decision> | Decision): Promise<Decision> {
    const run = await this.#openRun(job);
    const before = this.#settleLast();
    if (!job.error) {
      run.proposals.push({ before, ...(await this.#toProposal(job)) });
    } else if (this.#last?.decision.parameters === undefined) {
      run.proposals.push({ before, ...toFailed(job) });
    }
    const decision = await decide();
    this.#last = { decision, offered: job.proposal, input: job.input };
    return decision;
  }

  /** Records the result or the error of a run that has ended, and writes the cassette. */
  async end(job: Job): Promise<void> {
    if (!this.isRejected) {
      await this.#recordEnd(job);
    }
    for (const run of this.#runs) {
      await writeRecordedRun(this.#folder, run);
    }
  }

  async #recordEnd(job: Job): Promise<void> {
    const run = await this.#openRun(job);
    const approved = this.#settleLast();
    const isUnseen = approved === null && hasReview(run);
    if (job.status === 'failed') {
      // A regenerate that fails does not end the job.
      const failed = toFailed(job);
      if (isUnseen) {
        run.proposals.push({ before: null, ...failed });
      } else {
        run.results.push({ approved, ...failed });
      }
      return;
    }
    if (isUnseen) {
      throw new Error(
        `The server had the result of an identical run, so there was no proposal to record. Delete the job ${job.id} and record again.`,
      );
    }
    run.results.push({ approved, ...(await this.#toResult(job)) });
  }

  /** Returns the proposal of the last decision as the API completes it; null before the first decision. */
  #settleLast(): RecordedRun['input'] | null {
    if (!this.#last) {
      return null;
    }
    const { decision, offered, input } = this.#last;
    const recipe = findRecipe(this.#runs[0]?.recipeId ?? '');
    const sent = decision.proposal === undefined ? undefined : recipe?.proposal?.parse(decision.proposal);
    const settled = sent === undefined ? offered : (recipe?.settleProposal?.(sent, offered, input) ?? sent);
    return this.#toRecorded(jsonObject.parse(settled));
  }

  /** Returns the recorded run with the input of the job. */
  async #openRun(job: Job): Promise<RecordedRun> {
    const { recipeId, watermarked: isWatermarked, models } = job;
    const given = jsonObject.parse(job.input);
    if (this.#runs.length === 0) {
      const assets = await Promise.all(job.materials.map((id) => this.#hashMaterial(id)));
      this.#materials = nameMaterials(recipeId, given, assets);
    }
    const input = describeInput(recipeId, given, this.#materials);
    const open = this.#runs.find((run) => isSame(run.input, input));
    const run = open ?? { version: 1, recipeId, input, isWatermarked, models, proposals: [], results: [] };
    if (!open) {
      this.#runs.push(run);
    }
    return run;
  }

  async #toProposal(job: Job) {
    const previews = [];
    for (const { atSeconds, url } of job.previews ?? []) {
      previews.push({ atSeconds, file: (await this.#store(url, 'preview')).file });
    }
    const proposal = this.#toRecorded(jsonObject.parse(job.proposal));
    return { stages: toStages(job), proposal, previews, draft: await this.#toDraft(job), warnings: job.warnings };
  }

  async #toDraft({ draftCanvas, materials }: Job): Promise<RecordedDraft> {
    if (!draftCanvas) {
      return null;
    }
    const response = await this.#open(draftCanvas.documentUrl);
    const document = timelineDocument.parse(await response.json());
    const used = getAssetIds(document);
    const urls = Object.entries(assetUrls.parse(draftCanvas.assets)).filter(([id]) => !materials.includes(id));
    const stored = [];
    for (const [id, { url }] of urls) {
      stored.push(await this.#store(url, used.includes(id) ? 'part' : 'preview'));
    }
    return { document: this.#toRecordedDocument(document, stored), files: stored.map(({ file }) => file) };
  }

  async #toResult(job: Job) {
    const { finalUrl = '', proxyUrl, sidecars = [], canvasId = '' } = job;
    const canvas = await this.#offcut.canvases.get(canvasId);
    const document = timelineDocument.parse(canvas.document);
    const stored = [await this.#store(finalUrl, 'result')];
    if (proxyUrl !== undefined) {
      stored.push(await this.#store(proxyUrl, 'proxy'));
    }
    for (const { url } of sidecars) {
      stored.push(await this.#store(url, 'sidecar'));
    }
    const known = [...stored.map(({ assetId }) => assetId), ...job.materials];
    for (const [id, { url }] of Object.entries(assetUrls.parse(canvas.assets))) {
      if (!known.includes(id)) {
        stored.push(await this.#store(url, 'part'));
      }
    }
    const files = stored.map(({ file }) => file);
    const { warnings } = job;
    return { stages: toStages(job), files, document: this.#toRecordedDocument(document, stored), warnings };
  }

  #toRecorded(proposal: RecordedRun['input']): RecordedRun['input'] {
    return jsonObject.parse(replaceStrings(proposal, toHashNames(this.#materials)));
  }

  #toRecordedDocument(document: TimelineDocument, stored: readonly Stored[]): TimelineDocument {
    const names = stored.map(({ assetId, file }) => [assetId, toAssetName(file)] as const);
    return timelineDocument.parse(replaceStrings(document, new Map([...toHashNames(this.#materials), ...names])));
  }

  async #hashMaterial(id: string): Promise<{ readonly id: string; readonly sha256: string }> {
    for await (const { material, url } of this.#offcut.materials.list()) {
      if (material === id) {
        return { id, sha256: await hashBody(await this.#open(url)) };
      }
    }
    throw new Error(`The material ${id} was deleted during the run, so the run cannot be recorded.`);
  }

  /** Downloads a file into the cassette. */
  async #store(url: string, role: RecordedFile['role']): Promise<Stored> {
    const response = await this.#open(url);
    const [assetId = '', extension = ''] = toFileName(url).split('.');
    const name = readFileName(response.headers.get('Content-Disposition') ?? '') ?? toFileName(url);
    const mimeType = response.headers.get('Content-Type') ?? '';
    const file = await storeFile(this.#folder, response, extension);
    return { assetId, file: { role, file, name, mimeType } };
  }

  #open(url: string): Promise<Response> {
    return this.#offcut.open('getMedia', { params: { file: toFileName(url) } });
  }
}

type RecordedDraft = Extract<RecordedProposal, { readonly proposal: unknown }>['draft'];

/** A file in the cassette, and the id of its asset on the server. */
type Stored = { readonly assetId: string; readonly file: RecordedFile };

const hasReview = ({ recipeId, input }: RecordedRun): boolean =>
  input['autoApprove'] !== true && Boolean(findRecipe(recipeId)?.proposal);

const toFailed = (job: Job) => {
  const { errorCode: code, message } = errorOfJob.parse(job.error);
  return { stages: toStages(job), error: { code, message } };
};

/** Returns the stages since the job was queued last, with their durations to a tenth of a second. */
function toStages({ log = [] }: Job): RecordedResult['stages'] {
  const startedAt = log.findLastIndex(({ status }) => status === 'queued') + 1;
  return log.slice(startedAt).flatMap(({ at, status, stage }, index) => {
    const end = log[startedAt + index + 1];
    const seconds = end ? (Date.parse(end.at) - Date.parse(at)) / 1000 : 0;
    return status === 'running' ? [{ stage, seconds: Math.round(10 * seconds) / 10 }] : [];
  });
}

/** Returns the last segment of the URL of a file. */
const toFileName = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** Returns the file name of a Content-Disposition in the encoding of RFC 8187. */
function readFileName(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}
