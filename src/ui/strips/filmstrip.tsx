import './strips.css';
import { fitChildren } from './fit-children.ts';
import { findTiles, keyOf, tilesKept, type Tiles } from './tile-pictures.ts';
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
    keep: tilesKept,
    keysFor: () => [...new Set([tilesFirst, countOf()])].map((count) => keyOf(assetId, count)),
    paint: (shown) => {
      const tiles = findTiles(assetId, countOf());
      if (tiles) {
        showSlots(shown, tiles, slotsOf(tiles, span, box), box);
      } else {
        // Those of the file that was shown before are no pictures of this one.
        shown.replaceChildren();
      }
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

/** An element for each place, as wide as is seen of it; the picture of all tiles is moved behind it. */
function showSlots(parent: HTMLElement, tiles: Tiles, slots: readonly Slot[], box: Box): void {
  const width = slotWidth(tiles, box);
  const children = fitChildren(parent, slots.length);
  slots.forEach(({ left, tile }, index) => {
    const hidden = Math.max(0, -left);
    const child = children[index];
    if (child) {
      child.style.inlineSize = `${Math.max(0, Math.min(width, box.width - left) - hidden)}px`;
      child.style.background = `url(${tiles.url}) ${-tile * width - hidden}px 0 / ${tiles.count * width}px 100%`;
    }
  });
}
