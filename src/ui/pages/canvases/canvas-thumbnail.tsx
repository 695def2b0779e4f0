import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from '#ui/app/client.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import type { CanvasSummary } from './canvas-list.ts';

const widthPx = 480;

/** A frame of a canvas, rendered when the card scrolls into view; a plain placeholder before, and for an empty canvas. */
export function CanvasThumbnail({ canvas }: { canvas: CanvasSummary }) {
  const element = useRef<HTMLDivElement>(null);
  const url = useFrame(canvas, useIsSeen(element));
  return (
    <div class="canvas-thumbnail" ref={element} aria-hidden="true">
      {url === null ? <Shape canvas={canvas} /> : <img src={url} alt="" />}
    </div>
  );
}

/** The aspect ratio of the canvas, shown until the frame is available. */
function Shape({ canvas: { width, height } }: { canvas: CanvasSummary }) {
  return width === undefined || height === undefined ? (
    <Icon name="materials" />
  ) : (
    <span class="canvas-shape" style={{ aspectRatio: `${width} / ${height}` }} />
  );
}

function useIsSeen(element: { readonly current: Element | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) {
          setSeen(true);
          observer.disconnect();
        }
      },
      { rootMargin: '200px' },
    );
    if (element.current) {
      observer.observe(element.current);
    }
    return () => observer.disconnect();
  }, []);
  return isSeen;
}

/** The URL of a frame shortly after the start, because the first frame is often black; null until it has arrived. */
function useFrame({ id, revision, durationSeconds = 0 }: CanvasSummary, isWanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const isMade = isWanted && durationSeconds > 0;
  useEffect(() => {
    if (!isMade) {
      return undefined;
    }
    const controller = new AbortController();
    const made: { url: string | null } = { url: null };
    readFrame(id, Math.min(1, durationSeconds / 4), controller.signal).then(
      (frame) => {
        if (!controller.signal.aborted && frame) {
          made.url = URL.createObjectURL(frame);
          setUrl(made.url);
        }
      },
      // Without an image the placeholder stays: the canvas exists anyway.
      () => undefined,
    );
    return () => {
      controller.abort();
      if (made.url !== null) {
        URL.revokeObjectURL(made.url);
      }
    };
  }, [id, revision, isMade]);
  return url;
}

async function readFrame(canvasId: string, atSeconds: number, signal: AbortSignal): Promise<Blob> {
  const query = { atSeconds, width: widthPx };
  return (await connection.open('getFrame', { params: { canvasId }, query, signal })).blob();
}
