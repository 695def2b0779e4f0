import { useEffect, useState } from 'preact/hooks';
import { send } from '#ui/app/client.ts';

/** A picture of a material at a time, `widthPx` wide; an empty box of its shape until it is there, and where it cannot be made. */
export function Still(props: { material: string; atSeconds: number; widthPx: number; shape: number; alt: string }) {
  const { material, atSeconds, widthPx, shape, alt } = props;
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    void fetchPicture(material, { atSeconds, width: widthPx }, controller.signal).then((picture) => {
      // An address that is made once nobody wants it would never be revoked.
      if (!controller.signal.aborted) {
        made = picture && URL.createObjectURL(picture);
        setUrl(made);
      }
    });
    return () => {
      controller.abort();
      if (made !== null) {
        URL.revokeObjectURL(made);
      }
    };
  }, [material, atSeconds, widthPx]);
  return (
    <span class="still-picture" style={{ aspectRatio: `${shape}` }}>
      {url !== null && <img src={url} alt={alt} draggable={false} />}
    </span>
  );
}

/** Null where none can be made, and where nobody wants it any more. Never rejects. */
async function fetchPicture(
  material: string,
  query: { atSeconds: number; width: number },
  signal: AbortSignal,
): Promise<Blob | null> {
  try {
    const response = await send('getThumbnail', { params: { material }, query, signal });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
