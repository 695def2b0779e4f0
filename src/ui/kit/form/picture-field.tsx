import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from '#ui/app/client.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { useDrag } from '../drag.ts';
import { useLoad } from '../use-load.ts';
import { toBox, toPoint, toShares, type Corner } from './drawn-box.ts';
import { useForm } from './form-context.ts';

/** Image resolution that is enough to point at something. */
const widthPx = 960;

/**
 * The frame of the material at the field `atSeconds`, on which the user drags a box or clicks a point. The number fields
 * below it do the same by keyboard.
 */
export function PictureField(props: {
  look: 'box' | 'point';
  value: unknown;
  siblings: Json;
  onChange: (value: unknown) => void;
}) {
  const { material } = useForm();
  const kept = keptMaterials.value?.find((each) => each.material === material);
  const atSeconds = typeof props.siblings['atSeconds'] === 'number' ? props.siblings['atSeconds'] : 0;
  if (!kept?.width || !kept.height) {
    return <p class="field-hint">Choose a video first. Then you can draw on one of its frames.</p>;
  }
  return (
    <Frame
      {...props}
      material={kept.material}
      atSeconds={Math.max(0, Math.min(atSeconds, kept.durationSeconds ?? atSeconds))}
      width={kept.width}
      height={kept.height}
    />
  );
}

function Frame(props: {
  look: 'box' | 'point';
  value: unknown;
  onChange: (value: unknown) => void;
  material: string;
  atSeconds: number;
  width: number;
  height: number;
}) {
  const { look, value, onChange, material, atSeconds, width, height } = props;
  const url = usePicture(material, atSeconds);
  const box = useRef<HTMLDivElement>(null);
  const toCorner = (event: PointerEvent): Corner => {
    const shown = box.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return {
      x: ((event.clientX - shown.left) / shown.width) * width,
      y: ((event.clientY - shown.top) / shown.height) * height,
    };
  };
  const draw = (from: Corner, to: Corner): void => {
    const size = { width, height };
    onChange(look === 'box' ? toBox(from, to, size) : toPoint(to, size));
  };
  const startDrag = useDrag<Corner>({ move: (_, event, from) => draw(from, toCorner(event)) });
  return (
    <div
      class="picture-field"
      ref={box}
      style={{ aspectRatio: `${width} / ${height}` }}
      onPointerDown={(event) => {
        const corner = toCorner(event);
        draw(corner, corner);
        startDrag(event, corner);
      }}
    >
      {url !== null && <img src={url} alt={`Video frame at ${atSeconds} s`} draggable={false} />}
      <div
        class={look === 'box' ? 'picture-box' : 'picture-point'}
        style={toShares(toRecord(value), { width, height })}
      />
    </div>
  );
}

/** The URL of a frame; null until it is available, and if it cannot be rendered. */
function usePicture(material: string, atSeconds: number): string | null {
  const { loaded } = useLoad((signal) => fetchPicture(material, atSeconds, signal), `${material} ${atSeconds}`, {
    needsEngine: true,
  });
  const [url, setUrl] = useState<string | null>(null);
  const picture = loaded.state === 'ready' ? loaded.data : null;
  useEffect(() => {
    const made = picture && URL.createObjectURL(picture);
    setUrl(made);
    return () => (made === null ? undefined : URL.revokeObjectURL(made));
  }, [picture]);
  return url;
}

async function fetchPicture(material: string, atSeconds: number, signal: AbortSignal): Promise<Blob> {
  const query = { atSeconds, width: widthPx };
  return (await connection.open('getThumbnail', { params: { material }, query, signal })).blob();
}
