import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import type { Job } from '#core/records.ts';
import { cancelJob, deleteJob } from '#store/jobs.ts';
import { Answer } from '../answer.ts';
import { toJobEvents } from '../job-events.ts';
import type { Call, Handlers } from '../handler.ts';
import { createLinks } from '../links.ts';
import { invalid } from '../parse-request.ts';
import type { World } from '../ports.ts';
import { toJobView } from '../views.ts';

type JobHandlers = Pick<Handlers, 'listJobs' | 'getJob' | 'watchJob' | 'cancelJob' | 'reviewJob' | 'deleteJob'>;

export function createJobHandlers(world: World): JobHandlers {
  return {
    listJobs: async ({ query }) => listJobs(world, query),
    getJob: async ({ params }) => toJobView(world, await getJob(world, params.envelopeId)),
    watchJob: async ({ params }) => toJobEvents(world, await getJob(world, params.envelopeId)),
    cancelJob: async ({ params }) => {
      const job = await cancelJob(world.store, params.envelopeId, world.clock.now());
      world.bell.ring('jobs');
      world.bell.ring('account');
      return toJobView(world, job);
    },
    reviewJob: async () => {
      throw new Failure('NOT_IMPLEMENTED');
    },
    deleteJob: async ({ params }) => {
      await deleteJob(world.store, params.envelopeId);
      world.bell.ring('jobs');
      return { id: params.envelopeId, deleted: true };
    },
  };
}

async function getJob({ store }: World, id: string): Promise<Job> {
  const job = await store.get('jobs', id);
  if (!job) {
    throw new Failure('JOB_NOT_FOUND');
  }
  return job;
}

type Position = Pick<Job, 'createdAt' | 'id'>;

async function listJobs(world: World, query: Call<'listJobs'>['query']): Promise<Answer> {
  const { status, recipeId, limit, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(cursor);
  const jobs = await world.store.list('jobs', status && { index: 'status', value: status });
  const rest = jobs
    .filter((job) => (recipeId === undefined || job.recipeId === recipeId) && (!after || compare(after, job) < 0))
    .toSorted(compare);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const headers: Record<string, string> = {};
  if (last && rest.length > limit) {
    const search = new URLSearchParams({ ...toStrings({ status, recipeId, limit }), cursor: toCursor(last) });
    headers['Link'] = `<${createLinks(world.base).jobs(search)}>; rel="next"`;
  }
  return new Answer(await Promise.all(page.map((job) => toJobView(world, job))), { headers });
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
