import { useState } from 'preact/hooks';
import { call, type DataOf } from '../client.ts';
import { ApiError } from '../envelope.ts';
import { toPercent, toSize } from '../format.ts';
import { toHref } from '../navigation.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Page, Reading } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { fillTicket } from '../upload.ts';
import { useLoad } from '../use-load.ts';

/** The page on which a person uploads the file that a script has asked for. */
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
  const [share, setShare] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<DataOf<'fillUpload'> | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      setDone(await fillTicket(ticket, file, setShare, new AbortController().signal));
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      setBusy(false);
    }
  };
  if (done) {
    return (
      <>
        <p role="status">
          Done: {toSize(done.bytes)} are stored in this browser. You can go back to where you came from; keep this tab
          open for the work.
        </p>
        <Material material={done.material} />
      </>
    );
  }
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
        <DropZone
          title="Drop the file anywhere"
          titleNarrow="Which file?"
          isAnyKind
          onFile={(file) => void send(file)}
        />
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
