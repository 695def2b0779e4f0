import { cancelJob, deleteJob, getJob } from '#store/jobs.ts';
import { faultHeader } from '#core/protocol/lab-headers.ts';
import { Answer } from '../answer.ts';
import { toJobEvents } from '../job-events.ts';
import type { Call, Handlers } from '../handler.ts';
import { createLinks } from '../links.ts';
import { toNextLink, toPage } from '../list-page.ts';
import type { ApiContext } from '../ports.ts';
import { reviewRun } from '../review-run.ts';
import { toJobView, toJobViews } from '../views.ts';

type JobHandlers = Pick<Handlers, 'listJobs' | 'getJob' | 'watchJob' | 'reviewJob' | 'cancelJob' | 'deleteJob'>;

export function createJobHandlers(context: ApiContext): JobHandlers {
  return {
    listJobs: async ({ query }) => listJobs(context, query),
    getJob: async ({ params }) => {
      const job = await getJob(context.store, params.envelopeId);
      const { faultId } = job.error ?? {};
      return new Answer(await toJobView(context, job), {
        headers: faultId === undefined ? {} : { [faultHeader]: faultId },
      });
    },
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
      for (const table of ['jobs', 'canvases', 'assets']) {
        context.bell.ring(table);
      }
      return { id: params.envelopeId, deleted: true };
    },
  };
}

async function listJobs(context: ApiContext, query: Call<'listJobs'>['query']): Promise<Answer> {
  const { status, recipeId, limit, cursor } = query;
  const jobs = await context.store.list('jobs', status && { index: 'status', value: status });
  const asked = jobs.filter((job) => recipeId === undefined || job.recipeId === recipeId);
  const { page, next } = toPage(asked, { limit, cursor });
  const link = createLinks(context.base).jobs({ status, recipeId, limit, cursor: next });
  return new Answer(await toJobViews(context, page), { headers: next === undefined ? {} : toNextLink(link) });
}
