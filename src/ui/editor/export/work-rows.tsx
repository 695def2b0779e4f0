import { useSignal } from '@preact/signals';
import type { JobView } from '#operations/jobs.ts';
import { call } from '#ui/app/client.ts';
import { toDuration, toPercent, toSize } from '#ui/kit/format.ts';
import { cancelJob, isAtWork } from '#ui/pages/jobs/jobs.ts';
import { toDownloadHref } from '#ui/pages/job/download-href.ts';
import { getFormat } from '#ui/pages/job/format-name.ts';
import { Share } from '#ui/pages/job/share.tsx';
import { toHref } from '#ui/app/navigation.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { useEditor } from '../editor.ts';
import { cutOutNotes } from '../in-place/cut-out-notes.ts';
import { cancelCutOut, settleCutOut, type CutOutRun } from '../in-place/cut-out-runs.ts';

/** The work for a canvas: the progress or the result of each job, with its actions. */
export function WorkRows({ runs, exports }: { runs: readonly CutOutRun[]; exports: readonly JobView[] }) {
  return (
    <ul class="rows">
      {runs.map((run) => (
        <CutOutRow key={run.note.jobId} run={run} />
      ))}
      {exports.map((job) => (
        <ExportRow key={job.id} job={job} />
      ))}
    </ul>
  );
}

function ExportRow({ job }: { job: JobView }) {
  const format = getFormat(job);
  const link = toHref({ page: 'job', jobId: job.id });
  if (isAtWork(job)) {
    return <AtWork job={job} title={`Exporting ${format}`} link={link} onCancel={cancelJob} />;
  }
  return (
    <li class="stack stack-tight">
      <div class="row row-apart">
        <span>
          {format} <span class="soft small num">{describeSize(job)}</span>
        </span>
        <a class="small" href={link}>
          View job
        </a>
      </div>
      {job.status === 'completed' && job.finalUrl !== undefined ? (
        <DownloadLink job={job} url={job.finalUrl} format={format} />
      ) : (
        <p class="soft small">{job.error?.message}</p>
      )}
    </li>
  );
}

const describeSize = ({ input }: JobView): string =>
  typeof input['width'] === 'number' && !['wav', 'm4a'].includes(String(input['format']))
    ? `${String(input['width'])} × ${String(input['height'])}`
    : '';

function DownloadLink({ job, url, format }: { job: JobView; url: string; format: string }) {
  const { loaded } = useLoad((signal) => findBytes(job.id, signal), job.id);
  const bytes = loaded.state === 'ready' ? loaded.data : null;
  return (
    <div class="row">
      <a class="button" href={toDownloadHref(url)}>
        Download {format}
        {bytes !== null && <span class="num soft">{toSize(bytes)}</span>}
      </a>
      <Share url={url} />
    </div>
  );
}

async function findBytes(jobId: string, signal: AbortSignal): Promise<number | null> {
  const results = await call('listMaterials', { query: { include: 'results' }, signal });
  return results.find(({ envelopeId }) => envelopeId === jobId)?.bytes ?? null;
}

type AtWorkProps = { job: JobView; title: string; link: string; onCancel: (jobId: string) => Promise<unknown> };

function AtWork({ job, title, link, onCancel }: AtWorkProps) {
  const { run, isBusy, error } = useAction();
  // A run ends shortly after the cancel request.
  const isCanceling = useSignal(false);
  const cancel = async (): Promise<void> => {
    await onCancel(job.id);
    isCanceling.value = true;
  };
  const isRunning = job.status === 'running';
  const left = isRunning && job.etaSeconds !== null ? `, ${toDuration(job.etaSeconds)} left` : '';
  return (
    <li class="stack stack-tight">
      <div class="row work-head">
        <a class="grow work-title" href={link}>
          {title}
        </a>
        <button
          type="button"
          class="button button-quiet work-button"
          aria-label={`Cancel: ${title}`}
          disabled={isBusy || isCanceling.value}
          onClick={() => run(cancel)}
        >
          Cancel
        </button>
      </div>
      <Progress label={title} share={isRunning ? job.progress : null} />
      <p class="soft small num">
        {job.stage}
        {isRunning && `, ${toPercent(job.progress)}${left}`}
      </p>
      {error && <Problem error={error} />}
    </li>
  );
}

function CutOutRow({ run: cutOut }: { run: CutOutRun }) {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  const { note, job, problem } = cutOut;
  if (!job || isAtWork(job)) {
    const link = toHref({ page: 'job', jobId: note.jobId });
    const title = `Removing the background of ${note.name}`;
    return job && <AtWork job={job} title={title} link={link} onCancel={cancelCutOut} />;
  }
  const failure = job.status === 'completed' ? null : (job.error?.message ?? 'The run was canceled.');
  return (
    <li class="stack stack-tight">
      <p>
        {failure === null ? `The cutout of ${note.name} is ready.` : `The background of ${note.name} was not removed.`}
      </p>
      {(failure ?? problem) !== null && <p class="soft small">{failure ?? problem}</p>}
      <div class="row">
        {failure === null && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => run(() => settleCutOut(editor, cutOut))}
          >
            {problem === null ? 'Replace clip' : 'Try again'}
          </button>
        )}
        <button type="button" class="button button-quiet" onClick={() => cutOutNotes.drop(note.jobId)}>
          {failure === null ? 'Keep clip as it is' : 'Clear'}
        </button>
      </div>
      {error && <Problem error={error} />}
    </li>
  );
}
