import { useState } from 'preact/hooks';
import { toAddress } from '#ui/app/base.ts';
import { call, type DataOf } from '#ui/app/client.ts';
import { downloadFile } from '#ui/kit/download-file.ts';
import { toCount, toDate, toSize } from '#ui/kit/format.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { FileButton } from '#ui/kit/parts/file-button.tsx';
import { Empty, Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';

type Snapshot = DataOf<'listSnapshots'>[number];

/** The named states of this browser, and its whole state as one file. */
export function Snapshots() {
  const { loaded, again } = useLoad((signal) => call('listSnapshots', { signal }));
  return (
    <section class="stack stack-tight" aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      <p class="soft">A snapshot contains all rows and files. It takes milliseconds, because files are shared.</p>
      <SnapshotForm onTaken={again} />
      <Reading loaded={loaded} again={again}>
        {(snapshots) =>
          snapshots.length === 0 ? (
            <Empty sentence="No snapshots yet. Take one before a test, and restore it after." />
          ) : (
            <ul class="rows">
              {snapshots.map((snapshot) => (
                <SnapshotRow key={snapshot.name} snapshot={snapshot} again={again} />
              ))}
            </ul>
          )
        }
      </Reading>
      <World />
    </section>
  );
}

function SnapshotForm({ onTaken }: { onTaken: () => void }) {
  const [name, setName] = useState('');
  const { run, isBusy, error } = useAction();
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    run(async () => {
      await call('takeSnapshot', { body: { name } });
      setName('');
      onTaken();
    });
  };
  return (
    <>
      <form class="row" onSubmit={take}>
        <label class="hidden-text" for="snapshot-name">
          Name
        </label>
        <input
          id="snapshot-name"
          class="input lab-name"
          placeholder="Name"
          required
          maxLength={64}
          pattern="[A-Za-z0-9][A-Za-z0-9_.\-]*"
          title="Letters, digits, dots, hyphens and underscores"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" class="button" disabled={isBusy}>
          Take snapshot
        </button>
      </form>
      {error && <Problem error={error} />}
    </>
  );
}

function SnapshotRow({ snapshot, again }: { snapshot: Snapshot; again: () => void }) {
  const { name, sizeBytes, files, rows, createdAt } = snapshot;
  const { run, isBusy, error } = useAction();
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const restore = async (): Promise<void> => {
    await call('restoreSnapshot', { params: { name } });
    // Each page of the workspace reads its data again.
    location.reload();
  };
  const remove = async (): Promise<void> => {
    await call('deleteSnapshot', { params: { name } });
    again();
  };
  return (
    <li class="stack stack-tight">
      <div class="row row-apart">
        <p class="grow">
          <strong>{name}</strong>{' '}
          <span class="soft small num">
            {toCount(rowCount, 'row')}, {toCount(files, 'file')}, {toSize(sizeBytes)} ·{' '}
            <time dateTime={createdAt}>{toDate(Date.parse(createdAt))}</time>
          </span>
        </p>
        <ConfirmButton
          label="Restore"
          name={`Restore ${name}`}
          look="button-small"
          title={`Restore ${name}?`}
          onConfirm={restore}
        >
          The current media, jobs, canvases, keys and credits are replaced.
        </ConfirmButton>
        <button
          type="button"
          class="button button-small"
          disabled={isBusy}
          aria-label={`Delete ${name}`}
          onClick={() => run(remove)}
        >
          Delete
        </button>
      </div>
      {error && <Problem error={error} />}
    </li>
  );
}

/** The whole state as one ZIP, to move it to another browser. */
function World() {
  const [file, setFile] = useState<File | null>(null);
  const { run, isBusy, error } = useAction();
  const restore = async (): Promise<void> => {
    if (file) {
      await call('putWorld', { file });
      location.assign(toAddress('workspace/lab'));
    }
  };
  return (
    <div class="stack stack-tight">
      <h3>Move everything</h3>
      <p class="soft">One ZIP with all rows and files, without keys: for a bug report, a demo or a test.</p>
      <div class="row">
        <button type="button" class="button" disabled={isBusy} onClick={() => run(() => downloadFile('getWorld', {}))}>
          Download ZIP
        </button>
        <FileButton
          label="Choose ZIP to restore"
          name="ZIP to restore"
          accept=".zip,application/zip"
          onFile={setFile}
        />
        {file && (
          <ConfirmButton
            label="Restore ZIP"
            name={`Restore ZIP ${file.name}`}
            title="Replace everything?"
            look="button-danger"
            onConfirm={restore}
          >
            The media, jobs, canvases and credits of this browser are replaced by those of {file.name}.
          </ConfirmButton>
        )}
      </div>
      {error && <Problem error={error} />}
    </div>
  );
}
