import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from '#ui/app/client.ts';
import { Icon, type IconName } from './icon.tsx';

/** URLs of thumbnails by material: rendered once and cached in the page, because users scroll lists back and forth. */
const pictures = new Map<string, Promise<string | null>>();

/** Pixels: twice the displayed width, for high-density screens. */
const widthPx = 240;

/** A thumbnail of a video or image, requested once it is visible; the icon of its kind before that, and for audio and fonts. */
export function Thumbnail({ material, kind }: { material: string; kind: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (kind === 'sound' || kind === 'font' || !box.current) {
      return undefined;
    }
    let isGone = false;
    const show = async (): Promise<void> => {
      const found = await readPicture(material);
      if (!isGone) {
        setUrl(found);
      }
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) {
        observer.disconnect();
        void show();
      }
    });
    observer.observe(box.current);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [material, kind]);
  return (
    <span ref={box} class="thumb" aria-hidden="true">
      {url === null ? <Icon name={getIcon(kind)} /> : <img src={url} alt="" draggable={false} />}
    </span>
  );
}

const getIcon = (kind: string): IconName => (kind === 'sound' ? 'sound' : kind === 'font' ? 'text' : 'materials');

/** The URL of the thumbnail; null if it cannot be rendered. Never rejects. */
function readPicture(material: string): Promise<string | null> {
  const known = pictures.get(material);
  if (known) {
    return known;
  }
  const made = fetchPicture(material).catch(() => null);
  pictures.set(material, made);
  // A retry may succeed: the engine may have been busy.
  void made.then((url) => url === null && pictures.delete(material));
  return made;
}

async function fetchPicture(material: string): Promise<string> {
  const response = await connection.open('getThumbnail', { params: { material }, query: { width: widthPx } });
  return URL.createObjectURL(await response.blob());
}
