import { useState } from 'preact/hooks';
import { call, type DataOf } from '../client.ts';
import { toPercent, toSize } from '../format.ts';
import { toHref } from '../navigation.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Page, Reading } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { forgetLost, lostUploads, notePending } from '../pending-uploads.ts';
import { refuseSeveral } from '../upload-each.ts';
import { fillTicket } from '../upload.ts';
import { useAction } from '../use-action.ts';
import { useLoad } from '../use-load.ts';

/** The page of an upload ticket, where the user uploads the file that a script has requested. */
export function UploadPage({ ticket }: { ticket: string }) {
  const { loaded, again } = useLoad((signal) => call('getUpload', { params: { ticket }, signal }), ticket);
  return (
    <Page title="Hand over a file">
      <Reading loaded={loaded} again={again}>
        {({ status, material }) => {
          if (status === 'expired') {
            return (
              <p class="note">This upload ticket is past its time. Ask for a new one where you got this address.</p>
            );
          }
          return material === undefined ? (
            <Filling ticket={ticket} />
          ) : (
            <>
              <p>This upload ticket has its file already.</p>
              <Material material={material} />
            </>
          );
        }}
      </Reading>
    </Page>
  );
}

function Filling({ ticket }: { ticket: string }) {
  const [done, setDone] = useState<DataOf<'fillUpload'> | null>(null);
  return done ? (
    <>
      <p role="status">
        Done: {toSize(done.bytes)} are stored in this browser. You can go back to where you came from; keep this tab
        open for the work.
      </p>
      <Material material={done.material} />
    </>
  ) : (
    <Choice ticket={ticket} onDone={setDone} />
  );
}

function Choice({ ticket, onDone }: { ticket: string; onDone: (done: DataOf<'fillUpload'>) => void }) {
  const { run, isBusy, error } = useAction();
  const [share, setShare] = useState<number | null>(null);
  const lost = lostUploads.value.filter((each) => each.ticket === ticket);
  const take = (files: readonly File[]): void =>
    run(async () => {
      const [file, ...others] = files;
      if (!file || others.length > 0) {
        throw refuseSeveral(files);
      }
      const forget = notePending(file, ticket);
      const done = await fillTicket(ticket, file, setShare, new AbortController().signal).finally(forget);
      lost.forEach(({ id }) => forgetLost(id));
      onDone(done);
    });
  return (
    <div class="stack">
      <p>
        A script or an agent asked for one file: a video, a picture or a sound. It is stored in this browser and goes
        nowhere else.
      </p>
      {isBusy ? (
        <div class="stack stack-tight">
          <p class="num">{share === null ? 'Storing the file' : `Storing the file, ${toPercent(share)}`}</p>
          <Progress label="Storing the file" share={share} />
        </div>
      ) : (
        <>
          {lost.map(({ id, name }) => (
            <p key={id} class="note note-warn" role="status">
              The reload interrupted the upload of {name}. Choose the file again.
            </p>
          ))}
          <DropZone title="Drop the file anywhere" titleNarrow="Which file?" isAnyKind onFiles={take} />
        </>
      )}
      {error && <Problem error={error} />}
    </div>
  );
}

function Material({ material }: { material: string }) {
  return (
    <div class="stack">
      <div class="field">
        <p class="field-label">Material</p>
        <CopyField label="Material" value={material} />
      </div>
      <div>
        <a class="button" href={toHref({ page: 'materials' })}>
          See it in Materials
        </a>
      </div>
    </div>
  );
}
