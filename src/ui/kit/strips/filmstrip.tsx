import './strips.css';
import { toDevicePixels } from './device-pixels.ts';
import { findTiles, getKey, tileCache, type Tiles } from './tile-pictures.ts';
import { countFor, slotWidth, getSlots, tilesFirst, type Slot } from './tiles.ts';
import { getStyle, useStrip, type Box } from './use-strip.ts';

/**
 * Frames of a file's span, in its seconds, side by side across a box. It is empty until they are loaded, and if they
 * cannot be read.
 */
export function Filmstrip(props: {
  assetId: string;
  fromSeconds: number;
  toSeconds: number;
  box: Box;
  /** Whether it is the first or the last of several adjacent strips. */
  isFirst?: boolean;
  isLast?: boolean;
}) {
  const { assetId, fromSeconds, toSeconds, box } = props;
  const span = { fromSeconds, toSeconds };
  const getCount = (): number => {
    const facts = findTiles(assetId, tilesFirst);
    return facts ? countFor(facts, span, box) : tilesFirst;
  };
  const paint = useStrip({
    box,
    keep: tileCache,
    keysFor: () => [...new Set([tilesFirst, getCount()])].map((count) => getKey(assetId, count)),
    paint: ({ style }) => {
      const tiles = findTiles(assetId, getCount());
      // Frames of the previously shown file do not belong to this one.
      style.background = tiles ? getLayers(tiles, getSlots(tiles, span, box), slotWidth(tiles, box)) : '';
    },
  });
  return (
    <div
      class="strip strip-pictures"
      ref={paint}
      style={getStyle(box)}
      data-first={props.isFirst || undefined}
      data-last={props.isLast || undefined}
      aria-hidden="true"
    />
  );
}

/** An image for each position, which extends below the one to its right, so that no seam is visible. */
const getLayers = ({ urls }: Tiles, slots: readonly Slot[], width: number): string =>
  slots
    .map(({ left, tile }) => {
      const from = toDevicePixels(left);
      return `url(${urls[tile]}) ${from}px 0 / ${toDevicePixels(left + width) - from + 1}px 100% no-repeat`;
    })
    .toReversed()
    .join();
