import * as z from 'zod';
import type { Job } from '#core/records.ts';
import { cancelJob, deleteJob, getJob } from '#store/jobs.ts';
import { Answer } from '../answer.ts';
import { toJobEvents } from '../job-events.ts';
import type { Call, Handlers } from '../handler.ts';
import { createLinks } from '../links.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { reviewRun } from '../review-run.ts';
import { toJobView, toJobViews } from '../views.ts';

type JobHandlers = Pick<Handlers, 'listJobs' | 'getJob' | 'watchJob' | 'reviewJob' | 'cancelJob' | 'deleteJob'>;

export function createJobHandlers(context: ApiContext): JobHandlers {
  return {
    listJobs: async ({ query }) => listJobs(context, query),
    getJob: async ({ params }) => toJobView(context, await getJob(context.store, params.envelopeId)),
    watchJob: async ({ params }) => toJobEvents(context, await getJob(context.store, params.envelopeId)),
    reviewJob: async ({ params, body }) => toJobView(context, await reviewRun(context, params.envelopeId, body)),
    cancelJob: async ({ params }) => {
      const job = await cancelJob(context.store, params.envelopeId, context.clock.now());
      context.bell.ring('jobs');
      context.bell.ring('account');
      return toJobView(context, job);
    },
    deleteJob: async ({ params }) => {
      await deleteJob(context.store, params.envelopeId);
      context.bell.ring('jobs');
      return { id: params.envelopeId, deleted: true };
    },
  };
}

type Position = Pick<Job, 'createdAt' | 'id'>;

async function listJobs(context: ApiContext, query: Call<'listJobs'>['query']): Promise<Answer> {
  const { status, recipeId, limit, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(cursor);
  const jobs = await context.store.list('jobs', status && { index: 'status', value: status });
  const rest = jobs
    .filter((job) => (recipeId === undefined || job.recipeId === recipeId) && (!after || compare(after, job) < 0))
    .toSorted(compare);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const headers: Record<string, string> = {};
  if (last && rest.length > limit) {
    const search = new URLSearchParams({ ...toStrings({ status, recipeId, limit }), cursor: toCursor(last) });
    headers['Link'] = `<${createLinks(context.base).jobs(search)}>; rel="next"`;
  }
  return new Answer(await toJobViews(context, page), { headers });
}

/** Newest first; of two of the same moment the order is arbitrary and stays. */
const compare = (a: Position, b: Position): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const toStrings = (fields: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const position = z.tuple([z.number(), z.string()]);

const toCursor = ({ createdAt, id }: Position): string => btoa(JSON.stringify([createdAt, id])).replaceAll('=', '');

function parseCursor(cursor: string): Position {
  try {
    const [createdAt, id] = position.parse(JSON.parse(atob(cursor)));
    return { createdAt, id };
  } catch (cause) {
    throw invalid([{ path: 'cursor', message: 'take it from the Link header of the page before' }], cause);
  }
}
