import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { FailureBody } from '#core/lib/failure.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobView } from '#operations/jobs.ts';
import { tools } from '#operations/tools.ts';
import type { ApiCalls } from './api-calls.ts';
import { toSmallPicture } from './small-picture.ts';

/** Returns a payload as structured content, and as text for clients that show only text. */
export const toResult = (data: object, more: readonly ContentBlock[] = []): CallToolResult => ({
  content: [{ type: 'text', text: toText(data) }, ...more],
  structuredContent: { ...data },
});

/** Returns a failure as text only, because clients check structured content against the schema of a successful response. */
export const toErrorResult = (failure: FailureBody): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ ...failure, message: namingTools(failure.message) }) }],
  isError: true,
});

/** Replaces the API calls in a message by the names of their tools, because an agent can only call tools. */
const namingTools = (message: string): string =>
  message.replaceAll(/(GET|POST) (\/v1\/\w+)(?![\w/-])/g, (call: string, method: string, path: string) => {
    const tool = tools.find(
      (one) => 'operation' in one && one.operation.method === method && one.operation.path === path,
    );
    return tool?.name ?? call;
  });

/**
 * Returns a job with the additional content that a user or a model needs: the preview images of a proposal, the files of a result,
 * and the next call.
 */
export async function toJobResult(
  calls: ApiCalls,
  job: JobView & { readonly envelopeId?: string | undefined },
): Promise<CallToolResult> {
  const more = [
    ...(job.status === 'awaiting_review' ? await toPictures(calls, job) : []),
    ...(job.status === 'completed' ? await toLinks(calls, job) : []),
  ];
  const next = nextStep(job);
  return toResult(job, next === null ? more : [...more, { type: 'text', text: next }]);
}

/** Returns a sentence that names the next call; null if the job has ended. */
function nextStep({ id, status, recipeId, updatedAt, error }: JobView): string | null {
  const envelope = JSON.stringify({ envelopeId: id });
  if (status === 'awaiting_review') {
    const why = error
      ? `A new proposal could not be created: ${error.message} The job waits with its last proposal again. `
      : '';
    return `${why}This job waits for review: show the user the proposal of ${recipeId}. Then call review_job with ${JSON.stringify({ envelopeId: id, decision: 'approve', updatedAt })}, and with a changed proposal as "proposal" if the user wants changes; "reject" ends the job and costs nothing; "regenerate" proposes again with changed "parameters". Then call wait_for_job with ${envelope}.`;
  }
  return isOpenStatus(status) ? `Call wait_for_job with ${envelope} to follow it.` : null;
}

/** The maximum number of preview images in a response, and their maximum total size: some hosts accept at most 1 MB. */
const picturesMax = 4;
const pictureBytesMax = 700_000;

async function toPictures(calls: ApiCalls, { previews = [] }: JobView): Promise<ContentBlock[]> {
  const pictures: ContentBlock[] = [];
  let bytes = 0;
  for (const { url } of previews.slice(0, picturesMax)) {
    const response = await calls.file(url, 'GET');
    // An image that cannot be scaled down is omitted.
    const picture = response.ok ? await toSmallPicture(await response.blob()).catch(() => new Blob()) : new Blob();
    bytes += picture.size;
    if (picture.size > 0 && bytes <= pictureBytesMax) {
      const data = toBase64(new Uint8Array(await picture.arrayBuffer()));
      pictures.push({ type: 'image', data, mimeType: picture.type });
    }
  }
  return pictures;
}

/** Encodes in chunks, because a function call accepts a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieceBytes = 32_768;
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    text += String.fromCharCode(...bytes.subarray(start, start + pieceBytes));
  }
  return btoa(text);
}

/** Returns the result and its additional files, if they can be downloaded without a key. */
async function toLinks(calls: ApiCalls, { finalUrl, sidecars = [] }: JobView): Promise<ContentBlock[]> {
  const result = finalUrl === undefined ? [] : [await toResultLink(calls, finalUrl)];
  const others = sidecars.map(({ url, name, mimeType, sizeBytes }): ContentBlock => ({
    type: 'resource_link',
    uri: url,
    name,
    mimeType,
    size: sizeBytes,
  }));
  return [...result, ...others];
}

async function toResultLink(calls: ApiCalls, url: string): Promise<ContentBlock> {
  const { headers } = await calls.file(url, 'HEAD');
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '') ?? [];
  return {
    type: 'resource_link',
    uri: url,
    name: name === undefined ? 'result' : decodeURIComponent(name),
    title: 'The result',
    mimeType: headers.get('Content-Type') ?? 'application/octet-stream',
    size: Number(headers.get('Content-Length') ?? 0),
  };
}

/** The maximum number of characters of a text before its long lists are shortened: a proposal may have data for every frame. */
const textMax = 40_000;
const listMax = 20;

function toText(data: object): string {
  const text = JSON.stringify(data);
  return text.length <= textMax ? text : JSON.stringify(data, (_, value: unknown) => cutList(value));
}

const cutList = (value: unknown): unknown =>
  Array.isArray(value) && value.length > listMax
    ? [...value.slice(0, listMax), `and ${value.length - listMax} more, in the structured content`]
    : value;
