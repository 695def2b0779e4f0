import './strips.css';
import { toDevicePixels } from './device-pixels.ts';
import { findTiles, keyOf, tileCache, type Tiles } from './tile-pictures.ts';
import { countFor, slotWidth, slotsOf, tilesFirst, type Slot } from './tiles.ts';
import { styleOf, useStrip, type Box } from './use-strip.ts';

/**
 * Pictures of a span of a file, in its seconds, beside each other over the whole of a box.
 * Nothing is shown until they are there, or when they cannot be read.
 */
export function Filmstrip(props: {
  assetId: string;
  fromSeconds: number;
  toSeconds: number;
  box: Box;
  /** Whether it is the first and the last of several beside each other. */
  isFirst?: boolean;
  isLast?: boolean;
}) {
  const { assetId, fromSeconds, toSeconds, box } = props;
  const span = { fromSeconds, toSeconds };
  const countOf = (): number => {
    const facts = findTiles(assetId, tilesFirst);
    return facts ? countFor(facts, span, box) : tilesFirst;
  };
  const paint = useStrip({
    box,
    keep: tileCache,
    keysFor: () => [...new Set([tilesFirst, countOf()])].map((count) => keyOf(assetId, count)),
    paint: ({ style }) => {
      const tiles = findTiles(assetId, countOf());
      // Those of the file that was shown before are no pictures of this one.
      style.background = tiles ? layersOf(tiles, slotsOf(tiles, span, box), slotWidth(tiles, box)) : '';
    },
  });
  return (
    <div
      class="strip strip-pictures"
      ref={paint}
      style={styleOf(box)}
      data-first={props.isFirst || undefined}
      data-last={props.isLast || undefined}
      aria-hidden="true"
    />
  );
}

/** A picture for each place, which reaches below the one at its right, so that no seam is seen. */
const layersOf = ({ urls }: Tiles, slots: readonly Slot[], width: number): string =>
  slots
    .map(({ left, tile }) => {
      const from = toDevicePixels(left);
      return `url(${urls[tile]}) ${from}px 0 / ${toDevicePixels(left + width) - from + 1}px 100% no-repeat`;
    })
    .toReversed()
    .join();
