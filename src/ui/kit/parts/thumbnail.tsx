import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '#ui/app/client.ts';
import { Icon, type IconName } from './icon.tsx';

/** Addresses of pictures by material: made once, and kept as long as the page, for a list is scrolled to and fro. */
const pictures = new Map<string, Promise<string | null>>();

/** Pixels: twice as wide as it is shown, for fine screens. */
const widthPx = 240;

/** A small picture of a video or picture, asked for once it is seen; the icon of its kind before that, and for sound. */
export function Thumbnail({ material, kind }: { material: string; kind: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (kind === 'sound' || !box.current) {
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
      {url === null ? <Icon name={iconOf(kind)} /> : <img src={url} alt="" draggable={false} />}
    </span>
  );
}

const iconOf = (kind: string): IconName => (kind === 'sound' ? 'sound' : 'materials');

/** The address of the picture; null where none can be made. Never rejects. */
function readPicture(material: string): Promise<string | null> {
  const known = pictures.get(material);
  if (known) {
    return known;
  }
  const made = fetchPicture(material).catch(() => null);
  pictures.set(material, made);
  // What failed may succeed later: the engine may have been busy.
  void made.then((url) => url === null && pictures.delete(material));
  return made;
}

async function fetchPicture(material: string): Promise<string | null> {
  const response = await send('getThumbnail', { params: { material }, query: { width: widthPx } });
  return response.ok ? URL.createObjectURL(await response.blob()) : null;
}
