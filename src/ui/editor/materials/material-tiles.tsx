import { useRef, useState } from 'preact/hooks';
import { useSize } from '#ui/kit/use-size.ts';
import { MaterialTile } from './material-tile.tsx';
import type { Material } from './placeable.ts';
import { getWindow } from './tile-window.ts';

/** The min width of a tile, the gap between tiles, and the height of the caption below a thumbnail, in pixels. */
const tileMinPx = 100;
const gapPx = 8;
const captionPx = 36;

/** The materials as tiles. Only the visible ones are rendered, because the list may be long. */
export function MaterialTiles({ materials, onChanged }: { materials: readonly Material[]; onChanged: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useSize(box);
  const [scrollPx, setScrollPx] = useState(0);
  const columns = Math.max(1, Math.floor((widthPx + gapPx) / (tileMinPx + gapPx)));
  const tilePx = (widthPx - gapPx * (columns - 1)) / columns;
  const grid = { columns, rowPx: (tilePx * 9) / 16 + captionPx + gapPx };
  const { first, end, beforePx, wholePx } = getWindow(materials.length, grid, { scrollPx, heightPx });
  const seen = widthPx === 0 ? [] : materials.slice(first, end);
  return (
    <div ref={box} class="materials-tiles" onScroll={(event) => setScrollPx(event.currentTarget.scrollTop)}>
      <ul
        style={{
          blockSize: `${wholePx}px`,
          paddingBlockStart: `${beforePx}px`,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: `${grid.rowPx - gapPx}px`,
        }}
      >
        {seen.map((material, index) => (
          <MaterialTile
            key={material.material}
            material={material}
            place={{ of: materials.length, at: first + index + 1 }}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </div>
  );
}
