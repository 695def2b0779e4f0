import type { JobView } from '#operations/jobs.ts';
import { Download } from '../../job/download.tsx';
import { VideoResult } from '../any/result.tsx';

/** The file of a canvas: a video, a picture or sound. */
export function ExportResult({ job }: { job: JobView }) {
  const extension = job.finalUrl?.split('.').at(-1) ?? '';
  if (job.finalUrl === undefined || !['gif', 'png', 'wav', 'm4a'].includes(extension)) {
    return <VideoResult job={job} />;
  }
  const isPicture = extension === 'gif' || extension === 'png';
  return (
    <>
      {isPicture ? (
        <img class="result-video" src={job.finalUrl} alt="Result" />
      ) : (
        <audio src={job.finalUrl} controls aria-label="Result" />
      )}
      <div class="row">
        <Download url={job.finalUrl} />
      </div>
    </>
  );
}
