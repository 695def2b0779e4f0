import { useEffect, useState } from 'preact/hooks';
import { connection } from '#ui/app/client.ts';

/**
 * A frame of a material at a time, `widthPx` wide. Shows an empty box of the same shape until the frame is loaded, or if it
 * cannot be created.
 */
export function Still(props: { material: string; atSeconds: number; widthPx: number; shape: number; alt: string }) {
  const { material, atSeconds, widthPx, shape, alt } = props;
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    void fetchPicture(material, { atSeconds, width: widthPx }, controller.signal).then((picture) => {
      // A URL that is created after the component is gone would never be revoked.
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

/** Returns null if no frame can be created, or if the request was aborted. Never rejects. */
async function fetchPicture(
  material: string,
  query: { atSeconds: number; width: number },
  signal: AbortSignal,
): Promise<Blob | null> {
  try {
    return await (await connection.open('getThumbnail', { params: { material }, query, signal })).blob();
  } catch {
    return null;
  }
}
