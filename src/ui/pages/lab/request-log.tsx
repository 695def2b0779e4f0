import { useEffect, useState } from 'preact/hooks';
import { call, connection, type DataOf } from '#ui/app/client.ts';
import type { HarLog } from '#client/save-as-test/har.ts';
import { downloadFile, saveFile } from '#ui/kit/download-file.ts';
import { toClock } from '#ui/kit/format.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Empty, Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { usePages } from '#ui/kit/use-pages.ts';

type Entry = DataOf<'listRequests'>[number];

const refreshMs = 2000;
const pageSize = 50;

/** The calls that the list shows. `keyId` is empty for those of all keys. */
type Filter = { readonly keyId: string; readonly onlyFailed: boolean };

/** The last calls of the API, newest first. The list is live. */
export function RequestLog() {
  const { loaded, again, refresh, more, error, isBusy } = usePages<Entry>((query, signal) =>
    connection.call('listRequests', { query: { limit: pageSize, ...query }, signal }),
  );
  const [filter, setFilter] = useState<Filter>({ keyId: '', onlyFailed: false });
  useEffect(() => {
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [refresh]);
  const entries = loaded.state === 'ready' ? loaded.data : [];
  return (
    <section class="stack stack-tight" aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      <p class="soft">The last 1,000 calls, with those of this workspace. Keys are shortened.</p>
      <LogControls entries={entries} filter={filter} setFilter={setFilter} onCleared={again} />
      {error && <Problem error={error} />}
      <Reading loaded={loaded} again={again}>
        {(all) => {
          const shown = all.filter((entry) => isShown(entry, filter));
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

const isShown = ({ status, keyId }: Entry, filter: Filter): boolean =>
  (status >= 400 || !filter.onlyFailed) && (filter.keyId === '' || keyId === filter.keyId);

function LogControls(props: {
  entries: readonly Entry[];
  filter: Filter;
  setFilter: (filter: Filter) => void;
  onCleared: () => void;
}) {
  const { entries, filter, setFilter, onCleared } = props;
  const { run, isBusy, error } = useAction();
  const har = { format: 'har', ...(filter.keyId !== '' && { keyId: filter.keyId }) } as const;
  const clear = async (): Promise<void> => {
    await call('deleteRequests');
    onCleared();
  };
  return (
    <>
      <div class="row">
        <KeySelect entries={entries} filter={filter} setFilter={setFilter} />
        <label class="check">
          <input
            type="checkbox"
            checked={filter.onlyFailed}
            onChange={() => setFilter({ ...filter, onlyFailed: !filter.onlyFailed })}
          />
          Only errors
        </label>
        <button type="button" class="button button-small" disabled={isBusy} onClick={() => run(() => saveLog(har))}>
          Download HAR
        </button>
        <button
          type="button"
          class="button button-small"
          disabled={isBusy || entries.length === 0}
          onClick={() => run(() => saveTest(har))}
        >
          Save as test
        </button>
        <button type="button" class="button button-small" disabled={isBusy} onClick={() => run(clear)}>
          Clear
        </button>
      </div>
      {error && <Problem error={error} />}
    </>
  );
}

type KeySelectProps = {
  readonly entries: readonly Entry[];
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
};

function KeySelect({ entries, filter, setFilter }: KeySelectProps) {
  const keyIds = [...new Set(entries.flatMap(({ keyId }) => keyId ?? []))];
  return (
    <select
      class="input lab-name"
      aria-label="Calls of"
      value={filter.keyId}
      onChange={({ currentTarget }) => setFilter({ ...filter, keyId: currentTarget.value })}
    >
      <option value="">All keys</option>
      {keyIds.map((keyId) => (
        <option key={keyId} value={keyId}>
          {keyId}
        </option>
      ))}
    </select>
  );
}

type HarQuery = { readonly format: 'har'; readonly keyId?: string };

const saveLog = (query: HarQuery): Promise<void> => downloadFile('listRequests', { query });

/** Saves a Vitest file that repeats the calls on the emulator. Its generator is fetched only now. */
async function saveTest(query: HarQuery): Promise<void> {
  const { toVitestFile } = await import('#client/save-as-test/vitest-file.ts');
  const response = await connection.open('listRequests', { query });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API describes the format
  const { source, files } = toVitestFile((await response.json()) as HarLog);
  saveFile(new File([source], 'offcut.test.ts', { type: 'text/plain' }));
  for (const { name, bytes } of files) {
    if (bytes) {
      saveFile(new File([bytes], name));
    }
  }
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
