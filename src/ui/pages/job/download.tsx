import { useEffect, useState } from 'preact/hooks';
import { base } from '#ui/app/base.ts';
import { toSize } from '#ui/kit/format.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { toDownloadHref } from './download-href.ts';
import { toFormatName } from './format-name.ts';
import { Share } from './share.tsx';

/** A link that saves a result under the name that the API gives it, and a share button. */
export function Download({ url }: { url: string }) {
  const size = useFileSize(url);
  const extension = new URL(url, base).pathname.split('.').at(-1) ?? '';
  return (
    <>
      <a class="button button-primary button-large" href={toDownloadHref(url)}>
        <Icon name="download" />
        Download {toFormatName(extension)}
        <span class="num download-size">{size !== null && toSize(size)}</span>
      </a>
      <Share url={url} look="button-large" />
    </>
  );
}

/** Returns the size of a file in bytes; null until known, and if it cannot be read. */
function useFileSize(url: string): number | null {
  const [size, setSize] = useState<number | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetch(url, { method: 'HEAD', signal: controller.signal }).then(
      ({ ok, headers }) => ok && setSize(Number(headers.get('Content-Length')) || null),
      () => undefined,
    );
    return () => controller.abort();
  }, [url]);
  return size;
}
