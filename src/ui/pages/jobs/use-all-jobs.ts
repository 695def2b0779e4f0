import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { call, connection } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { newestJobs, recentJobs } from './jobs.ts';
import { findStale, mergeJobs, withoutDeleted } from './sift.ts';

const pageSize = 100;

/** The jobs read so far in their newest state, and a function that reads more. */
export type AllJobs = {
  /** Null before the first answer. */
  readonly jobs: readonly JobView[] | null;
  readonly isWhole: boolean;
  readonly error: OffcutError | null;
  readonly more: () => void;
};

/** Reads all jobs page by page: the first page immediately, together with all jobs that wait for review. */
export function useAllJobs(): AllJobs {
  const [read, setRead] = useState<readonly JobView[] | null>(null);
  const [cursor, setCursor] = useState<string | null | undefined>();
  const [error, setError] = useState<OffcutError | null>(null);
  const isReading = useRef(false);
  const readPage = async (from: string | null): Promise<void> => {
    if (isReading.current) {
      return;
    }
    isReading.current = true;
    try {
      const [page, waiting] = await Promise.all([
        connection.call('listJobs', { query: { limit: pageSize, ...(from !== null && { cursor: from }) } }),
        from === null ? connection.call('listJobs', { query: { limit: pageSize, status: 'awaiting_review' } }) : null,
      ]);
      setRead((before) => mergeJobs(before ?? [], [...(waiting?.data ?? []), ...page.data]));
      setCursor(page.nextCursor);
      setError(null);
    } catch (thrown) {
      setError(toError(thrown));
    } finally {
      isReading.current = false;
    }
  };
  useEffect(() => void readPage(null), []);
  const known = useRef(read);
  known.current = read;
  useSignalEffect(() => {
    const jobs = mergeJobs(known.current ?? [], recentJobs.value ?? []);
    // The current newest jobs are replaced when others arrive.
    setRead((before) => before && mergeJobs(before, jobs));
    void readAgain(findStale(jobs, newestJobs.value))
      .then((again) => setRead((before) => before && without(mergeJobs(before, again.changed), again.goneIds)))
      .catch(() => undefined);
  });
  return {
    jobs: read === null ? recentJobs.value : withoutDeleted(mergeJobs(read, recentJobs.value ?? []), newestJobs.value),
    isWhole: cursor === null,
    error,
    more: () => cursor !== null && void readPage(cursor ?? null),
  };
}

/** Returns the current state of jobs: unchanged jobs from their lists, the others one by one. Throws OffcutError. */
async function readAgain(
  jobs: readonly JobView[],
): Promise<{ changed: readonly JobView[]; goneIds: readonly string[] }> {
  const statuses = [...new Set(jobs.map(({ status }) => status))];
  const lists = await Promise.all(statuses.map((status) => call('listJobs', { query: { limit: 200, status } })));
  const listed = new Map(lists.flat().map((job) => [job.id, job]));
  const others = await Promise.all(jobs.filter(({ id }) => !listed.has(id)).map(({ id }) => findJob(id)));
  const found = others.flatMap(({ job }) => job ?? []);
  return {
    changed: [...jobs.flatMap(({ id }) => listed.get(id) ?? []), ...found],
    goneIds: others.flatMap(({ id, job }) => (job ? [] : [id])),
  };
}

async function findJob(id: string): Promise<{ id: string; job: JobView | null }> {
  try {
    return { id, job: await call('getJob', { params: { envelopeId: id } }) };
  } catch (thrown) {
    if (thrown instanceof OffcutError && thrown.code === 'JOB_NOT_FOUND') {
      return { id, job: null };
    }
    throw thrown;
  }
}

const without = (jobs: readonly JobView[], ids: readonly string[]): readonly JobView[] =>
  jobs.filter(({ id }) => !ids.includes(id));
