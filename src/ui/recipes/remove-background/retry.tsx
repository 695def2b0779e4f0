import type { JobView } from '#operations/jobs.ts';
import { RunAgain } from '../../job/run-again.tsx';

/** A video without people may still have a subject. */
export function CutOutRetry({ job }: { job: JobView }) {
  return job.error?.errorCode === 'NO_SUBJECT' && job.input['subject'] !== 'object' ? (
    <RunAgain job={job} change={{ subject: 'object' }}>
      Cut out what stands out instead
    </RunAgain>
  ) : null;
}
