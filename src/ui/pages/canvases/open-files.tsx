import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toPercent } from '#ui/kit/format.ts';
import { fromHere, toHref } from '#ui/app/navigation.ts';
import { Dialog } from '#ui/kit/parts/dialog.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { notePending } from '#ui/kit/uploads/pending-uploads.ts';
import { nameFile, uploadFile } from '#ui/kit/uploads/upload.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { makeCanvas } from './make-canvas.ts';
import { isTimelineFile } from './timeline-file.ts';

/** The `accept` of a file input for files that can be opened as a canvas. */
export const timelineFiles = '.zip,.otio,.json,application/zip,application/json';

/** Opens files as a new canvas. `state` holds the progress, the errors, and the parts of a file that were ignored. */
export type OpenFiles = {
  readonly open: (files: readonly File[]) => void;
  readonly state: ComponentChildren;
};

type Opened = { readonly id: string; readonly title: string; readonly warnings: readonly string[] };

/**
 * A project or timeline file of another program becomes one canvas; media files become a canvas that plays them in
 * sequence. `onOpened` is called before the canvas is shown.
 */
export function useOpenFiles(onOpened: () => void = () => undefined): OpenFiles {
  const { run, isBusy, error } = useAction();
  const [share, setShare] = useState<number | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = (files: readonly File[]): void =>
    run(async () => {
      const goOn = fromHere();
      setShare(null);
      const made = await openAsCanvas(files, setShare);
      announce(`${made.title} opened.`);
      onOpened();
      if (made.warnings.length > 0) {
        setOpened(made);
      } else {
        goOn({ page: 'canvas', canvasId: made.id });
      }
    });
  const state = (
    <>
      {isBusy && (
        <div class="stack stack-tight">
          <p class="num">{share === null ? 'Reading file' : `Adding file, ${toPercent(share)}`}</p>
          <Progress label="Opening file" share={share} />
        </div>
      )}
      {error && <Problem error={error} />}
      <Dialog title="Opened with warnings" isOpen={opened !== null} onClose={() => setOpened(null)}>
        {opened && <Warnings opened={opened} onClose={() => setOpened(null)} />}
      </Dialog>
    </>
  );
  return { open, state };
}

function Warnings({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  return (
    <>
      <p class="soft">A canvas cannot contain these parts of {opened.title}:</p>
      <ul class="note note-warn stack stack-tight canvas-warnings" tabIndex={0} aria-label="Ignored content">
        {opened.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <div class="row">
        <a class="button button-primary" href={toHref({ page: 'canvas', canvasId: opened.id })}>
          Open canvas
        </a>
        <button type="button" class="button button-quiet" onClick={onClose}>
          Later
        </button>
      </div>
    </>
  );
}

async function openAsCanvas(files: readonly File[], onShare: (share: number | null) => void): Promise<Opened> {
  const [first] = files;
  if (!first) {
    throw new OffcutError({
      code: 'VALIDATION_FAILED',
      message: 'No file was selected. Select a file and try again.',
    });
  }
  const timeline = files.find(isTimelineFile);
  if (timeline && files.length > 1) {
    const message = `${timeline.name} opens as its own canvas. Open it alone, then add the other files to it.`;
    throw new OffcutError({ code: 'VALIDATION_FAILED', message });
  }
  return isTimelineFile(first) ? openTimeline(first) : makeOfMedia(files, first.name, onShare);
}

async function openTimeline(file: File): Promise<Opened> {
  const form = new FormData();
  form.append('file', file);
  const { id, document, warnings = [] } = await call('createCanvas', { form }).catch(nameFile(file.name));
  return { id, title: document.title, warnings };
}

async function makeOfMedia(
  files: readonly File[],
  name: string,
  onShare: (share: number | null) => void,
): Promise<Opened> {
  const materials: string[] = [];
  const ends = files.map((file) => notePending(file));
  try {
    for (const [index, file] of files.entries()) {
      const ofAll = (share: number | null): void => onShare(share === null ? null : (index + share) / files.length);
      materials.push(await uploadFile(file, ofAll, new AbortController().signal));
    }
  } finally {
    ends.forEach((forget) => forget());
  }
  return makeCanvas(materials, name);
}

/** A button that opens files as a new canvas, and its progress and errors. */
export function EditFiles(props: { files: readonly File[]; label: string; onOpened: () => void }) {
  const { files, label } = props;
  const { open, state } = useOpenFiles(props.onOpened);
  return (
    <>
      <div>
        <button type="button" class="button" onClick={() => open(files)}>
          {label}
        </button>
      </div>
      {state}
    </>
  );
}
