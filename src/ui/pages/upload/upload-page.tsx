import { useState } from 'preact/hooks';
import { call, type DataOf } from '#ui/app/client.ts';
import { toPercent, toSize } from '#ui/kit/format.ts';
import { toHref } from '#ui/app/navigation.ts';
import { CopyField } from '#ui/kit/parts/copy-field.tsx';
import { DropZone } from '#ui/kit/parts/drop-zone.tsx';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { forgetLost, lostUploads, notePending } from '#ui/kit/uploads/pending-uploads.ts';
import { refuseSeveral } from '#ui/kit/uploads/upload-each.ts';
import { fillTicket } from '#ui/kit/uploads/upload.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';

/** The page of an upload ticket, where the user uploads the file that a script has requested. */
export function UploadPage({ ticket }: { ticket: string }) {
  const { loaded, again } = useLoad((signal) => call('getUpload', { params: { ticket }, signal }), ticket);
  return (
    <Page title="Upload a file">
      <Reading loaded={loaded} again={again}>
        {({ status, material }) => {
          if (status === 'expired') {
            return <p class="note">This upload ticket has expired. Ask for a new link where you got this one.</p>;
          }
          return material === undefined ? (
            <Filling ticket={ticket} />
          ) : (
            <>
              <p>This upload ticket is already used.</p>
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
        Done: {toSize(done.bytes)} stored in this browser. You can return to the previous app. Keep this tab open for
        the job.
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
        A script or agent requested one file: a video, image or audio file. It is stored in this browser and never
        leaves it.
      </p>
      {isBusy ? (
        <div class="stack stack-tight">
          <p class="num">{share === null ? 'Adding file' : `Adding file, ${toPercent(share)}`}</p>
          <Progress label="Adding file" share={share} />
        </div>
      ) : (
        <>
          {lost.map(({ id, name }) => (
            <p key={id} class="note note-warn" role="status">
              {name} was not stored before the page reloaded. Select the file again.
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
        <p class="field-label">Handle</p>
        <CopyField label="Handle" value={material} />
      </div>
      <div>
        <a class="button" href={toHref({ page: 'materials' })}>
          View in Media
        </a>
      </div>
    </div>
  );
}
