import { ApiError } from '../envelope.ts';
import { toFile } from '../file-name.ts';
import { Problem } from '../parts/problem.tsx';
import { useAction } from '../use-action.ts';
import { toDownloadHref } from './download-href.ts';

/** A button that hands a file to another app, as phones do it; nothing where the browser cannot. */
export function Share({ url, look = '' }: { url: string; look?: string }) {
  const { run, isBusy, error } = useAction();
  if (!('canShare' in navigator) || !navigator.canShare({ files: [new File([''], 'a.png', { type: 'image/png' })] })) {
    return null;
  }
  return (
    <>
      <button type="button" class={`button ${look}`} disabled={isBusy} onClick={() => run(() => share(url))}>
        Share
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

/** Throws ApiError where the file is gone or the browser does not take it; not when the person has thought better of it. */
async function share(url: string): Promise<void> {
  try {
    const file = await toFile(await fetch(toDownloadHref(url)), 'result');
    await navigator.share({ files: [file] });
  } catch (thrown) {
    if (thrown instanceof ApiError) {
      throw thrown;
    }
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) {
      const message = 'This browser did not share the file. Download it, and share it from there.';
      throw new ApiError({ errorCode: 'UNSUPPORTED_MEDIA', message, isRetryable: true, cause: thrown });
    }
  }
}
