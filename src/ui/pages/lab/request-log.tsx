import { useEffect, useState } from 'preact/hooks';
import { call, connection, type DataOf } from '#ui/app/client.ts';
import { downloadFile } from '#ui/kit/download-file.ts';
import { toClock } from '#ui/kit/format.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Empty, Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { usePages } from '#ui/kit/use-pages.ts';

type Entry = DataOf<'listRequests'>[number];

const refreshMs = 2000;
const pageSize = 50;

/** The last calls of the API, newest first. The list is live. */
export function RequestLog() {
  const { loaded, again, refresh, more, error, isBusy } = usePages<Entry>((query, signal) =>
    connection.call('listRequests', { query: { limit: pageSize, ...query }, signal }),
  );
  const [onlyFailed, setOnlyFailed] = useState(false);
  useEffect(() => {
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <section class="stack stack-tight" aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      <p class="soft">The last 1,000 calls, with those of this workspace. Keys are shortened.</p>
      <LogControls onlyFailed={onlyFailed} setOnlyFailed={setOnlyFailed} onCleared={again} />
      {error && <Problem error={error} />}
      <Reading loaded={loaded} again={again}>
        {(entries) => {
          const shown = entries.filter(({ status }) => !onlyFailed || status >= 400);
          return shown.length === 0 ? (
            <Empty sentence="No requests. Each call of the API appears here." />
          ) : (
            <ul class="rows">
              {shown.map((entry) => (
                <RequestRow key={entry.id} entry={entry} onReplayed={refresh} />
              ))}
            </ul>
          );
        }}
      </Reading>
      {more && (
        <div>
          <button type="button" class="button" disabled={isBusy} onClick={more}>
            Show older
          </button>
        </div>
      )}
    </section>
  );
}

function LogControls(props: { onlyFailed: boolean; setOnlyFailed: (isOnly: boolean) => void; onCleared: () => void }) {
  const { onlyFailed, setOnlyFailed, onCleared } = props;
  const { run, isBusy, error } = useAction();
  const clear = async (): Promise<void> => {
    await call('deleteRequests');
    onCleared();
  };
  return (
    <>
      <div class="row">
        <label class="check">
          <input type="checkbox" checked={onlyFailed} onChange={() => setOnlyFailed(!onlyFailed)} />
          Only errors
        </label>
        <button
          type="button"
          class="button button-small"
          disabled={isBusy}
          onClick={() => run(() => downloadFile('listRequests', { query: { format: 'har' } }))}
        >
          Download HAR
        </button>
        <button type="button" class="button button-small" disabled={isBusy} onClick={() => run(clear)}>
          Clear
        </button>
      </div>
      {error && <Problem error={error} />}
    </>
  );
}

function RequestRow({ entry, onReplayed }: { entry: Entry; onReplayed: () => void }) {
  const { method, path, status, durationMs, createdAt, faultId, jobId } = entry;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary class="request">
          <code class={`method method-${method.toLowerCase()}`}>{method}</code>
          <code class="request-path">{path}</code>
          <span class={status >= 400 ? 'num bad' : 'num'}>{status}</span>
          <span class="soft small num">{Math.round(durationMs)} ms</span>
          <time class="soft small num" dateTime={createdAt}>
            {toClock(Date.parse(createdAt))}
          </time>
          {faultId !== null && <span class="chip chip-warn">Fault</span>}
        </summary>
        {isOpen && (
          <div class="stack stack-tight more">
            <p class="row">
              <Replay entry={entry} onReplayed={onReplayed} />
              {jobId !== null && <a href={toHref({ page: 'job', jobId })}>View job</a>}
            </p>
            <Message title="Request" message={entry.request} />
            <Message title="Response" message={entry.response} />
          </div>
        )}
      </details>
    </li>
  );
}

function Replay({ entry, onReplayed }: { entry: Entry; onReplayed: () => void }) {
  const { run, isBusy, error } = useAction();
  const replay = async (): Promise<void> => {
    await call('replayRequest', { params: { requestId: entry.id }, body: {} });
    onReplayed();
  };
  return (
    <>
      <button type="button" class="button button-small" disabled={isBusy} onClick={() => run(replay)}>
        Send again
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

function Message({ title, message }: { title: string; message: Entry['request'] }) {
  const { headers, body } = message;
  const head = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <section class="stack stack-tight">
      <h3>{title}</h3>
      {/* A scrollable region must be focusable by keyboard. */}
      <pre class="code" tabIndex={0} role="region" aria-label={title}>
        {body === null ? head : `${head}\n\n${body.encoding === 'text' ? toPretty(body.content) : '(binary)'}`}
        {body?.isComplete === false && '\n…'}
      </pre>
    </section>
  );
}

/** Indents JSON. Other texts, and JSON that was cut, are returned unchanged. */
function toPretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
