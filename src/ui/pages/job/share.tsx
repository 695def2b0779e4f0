import { useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toFile } from '#ui/kit/uploads/file-name.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { toDownloadHref } from './download-href.ts';

/**
 * A button that shares a file with another app, as on phones; nothing if the browser cannot. Browsers allow sharing only
 * within seconds of a press: if reading the file took longer, the file is kept for a second press.
 */
export function Share({ url, look = '' }: { url: string; look?: string }) {
  const { run, isBusy, error } = useAction();
  const [kept, setKept] = useState<{ readonly url: string; readonly file: File } | null>(null);
  if (!('canShare' in navigator) || !navigator.canShare({ files: [new File([''], 'a.png', { type: 'image/png' })] })) {
    return null;
  }
  const ready = kept?.url === url ? kept.file : null;
  const press = async (): Promise<void> => {
    const file = ready ?? (await toFile(await fetch(toDownloadHref(url)), 'result'));
    const outcome = await share(file);
    if (outcome === 'too late' && ready !== null) {
      throw toRefusal();
    }
    setKept(outcome === 'too late' ? { url, file } : null);
    if (outcome === 'too late') {
      announce('The file is ready. Press Share now.');
    }
  };
  return (
    <>
      <button type="button" class={`button ${look}`} disabled={isBusy} onClick={() => run(press)}>
        {toLabel(isBusy, ready)}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

function toLabel(isBusy: boolean, ready: File | null): string {
  if (ready !== null) {
    return 'Share now';
  }
  return isBusy ? 'Reading file' : 'Share';
}

/** Throws OffcutError if the browser refuses the file, but not if the user cancels. */
async function share(file: File): Promise<'done' | 'too late'> {
  try {
    await navigator.share({ files: [file] });
    return 'done';
  } catch (thrown) {
    const name = thrown instanceof DOMException ? thrown.name : '';
    if (name === 'NotAllowedError') {
      return 'too late';
    }
    if (name === 'AbortError') {
      return 'done';
    }
    throw toRefusal(thrown);
  }
}

const toRefusal = (cause?: unknown): OffcutError =>
  new OffcutError({
    code: 'UNSUPPORTED_MEDIA',
    message: 'This browser could not share the file. Download it and share it from there.',
    retryable: true,
    cause,
  });
