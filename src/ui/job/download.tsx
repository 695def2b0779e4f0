import { isOutputFormat, outputFormats } from '#core/formats.ts';
import { base } from '../base.ts';
import { toSize } from '../format.ts';
import { Icon } from '../parts/icon.tsx';

/** A link that saves a result as a file. `name` is without extension. */
export function Download({ url, name, sizeBytes }: { url: string; name: string; sizeBytes?: number }) {
  const extension = new URL(url, base).pathname.split('.').at(-1) ?? '';
  const label = isOutputFormat(extension) ? outputFormats[extension].label : extension.toUpperCase();
  return (
    <a class="button button-primary button-large" href={url} download={`${name}.${extension}`}>
      <Icon name="download" />
      Download {label}
      {sizeBytes !== undefined && <span class="num">{toSize(sizeBytes)}</span>}
    </a>
  );
}
