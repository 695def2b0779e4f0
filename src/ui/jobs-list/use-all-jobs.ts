import { useEffect, useRef, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { callPage } from '../client.ts';
import { ApiError } from '../envelope.ts';
import { recentJobs } from '../jobs.ts';
import { mergeJobs } from './sift.ts';

const pageSize = 100;

/** The jobs that were read so far, in their newest state, and what reads more of them. */
export type AllJobs = {
  /** Null before the first answer. */
  readonly jobs: readonly JobView[] | null;
  readonly isWhole: boolean;
  readonly error: ApiError | null;
  readonly more: () => void;
};

/** Reads all jobs a page at a time: the first page at once, together with those that wait for review, however old. */
export function useAllJobs(): AllJobs {
  const [read, setRead] = useState<readonly JobView[] | null>(null);
  const [cursor, setCursor] = useState<string | null | undefined>();
  const [error, setError] = useState<ApiError | null>(null);
  const isReading = useRef(false);
  const readPage = async (from: string | null): Promise<void> => {
    if (isReading.current) {
      return;
    }
    isReading.current = true;
    try {
      const [page, waiting] = await Promise.all([
        callPage('listJobs', { query: { limit: pageSize, ...(from !== null && { cursor: from }) } }),
        from === null ? callPage('listJobs', { query: { limit: pageSize, status: 'awaiting_review' } }) : null,
      ]);
      setRead((before) => mergeJobs(before ?? [], [...(waiting?.data ?? []), ...page.data]));
      setCursor(page.nextCursor);
      setError(null);
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      isReading.current = false;
    }
  };
  useEffect(() => void readPage(null), []);
  return {
    jobs: read === null ? recentJobs.value : mergeJobs(read, recentJobs.value ?? []),
    isWhole: cursor === null,
    error,
    more: () => cursor !== null && void readPage(cursor ?? null),
  };
}
