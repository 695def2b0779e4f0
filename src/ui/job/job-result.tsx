import { isOutputFormat, outputFormatIds, outputFormats } from '#core/formats.ts';
import type { JobView } from '#operations/jobs.ts';
import { base } from '../base.ts';
import { call } from '../client.ts';
import { toSize } from '../format.ts';
import { findBridge } from '../host.ts';
import { toHref } from '../navigation.ts';
import { CopyButton } from '../parts/copy-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Reading } from '../parts/page.tsx';
import { useLoad } from '../use-load.ts';
import { toComparison, toResultFile, type ResultFile } from '../viewer/comparison.ts';
import { Viewer } from '../viewer/viewer.tsx';
import { toCallCode } from './call-code.ts';
import { RunAgain } from './run-again.tsx';

/** A completed job: its result to look at and to take away. */
export function JobResult({ job }: { job: JobView }) {
  const { canvasId } = job;
  if (canvasId === undefined) {
    return job.finalUrl === undefined ? null : <Download file={{ url: job.finalUrl, sizeBytes: 0, mimeType: '' }} />;
  }
  return <CanvasResult job={job} canvasId={canvasId} />;
}

function CanvasResult({ job, canvasId }: { job: JobView; canvasId: string }) {
  const { loaded, again } = useLoad((signal) => call('getCanvas', { params: { canvasId }, signal }), canvasId);
  return (
    <Reading loaded={loaded} again={again}>
      {(canvas) => {
        const comparison = toComparison(canvas);
        const file = toResultFile(canvas);
        return (
          <div class="stack stack-wide">
            {comparison ? <Viewer comparison={comparison} /> : <p class="note">The result is not kept any more.</p>}
            <div class="row">
              {file && <Download file={file} />}
              <OtherFormats job={job} />
              <a href={toHref({ page: 'canvas', canvasId })}>Open in editor</a>
            </div>
            <Code job={job} />
          </div>
        );
      }}
    </Reading>
  );
}

/** The file in the format that was made. */
export function Download({ file }: { file: ResultFile }) {
  const name = new URL(file.url, base).pathname.split('/').at(-1) ?? 'cut-out';
  const extension = name.split('.').at(-1) ?? '';
  const label = isOutputFormat(extension) ? outputFormats[extension].label : extension.toUpperCase();
  return (
    <a class="button button-primary button-large" href={file.url} download={`cut-out.${extension}`}>
      <Icon name="download" />
      Download {label}
      {file.sizeBytes > 0 && <span class="num">{toSize(file.sizeBytes)}</span>}
    </a>
  );
}

function OtherFormats({ job }: { job: JobView }) {
  const others = outputFormatIds.filter((format) => format !== job.input['outputFormat']);
  return (
    <>
      {others.map((outputFormat) => (
        <RunAgain key={outputFormat} job={job} change={{ outputFormat }}>
          Make {outputFormats[outputFormat].label}
        </RunAgain>
      ))}
    </>
  );
}

/** The very call that made it. */
function Code({ job }: { job: JobView }) {
  return (
    <details>
      <summary>The call that made it</summary>
      <div class="stack more">
        {findBridge() === null && (
          <p class="soft small">
            From outside the browser this address answers when the site is served by its local server (npm start); on a
            page of this site the TypeScript works as it is, with a key in place of the variable.
          </p>
        )}
        {toCallCode(job, base.href).map(({ label, code }) => (
          <section key={label} class="stack stack-tight" aria-label={label}>
            <div class="row row-apart">
              <h3>{label}</h3>
              <CopyButton label={`${label} call`} value={code} />
            </div>
            {/* A region that scrolls is reached by the keyboard too. */}
            <pre class="code" tabIndex={0}>
              {code}
            </pre>
          </section>
        ))}
      </div>
    </details>
  );
}
