import { useRef } from 'preact/hooks';
import './strips.css';
import { fitChildren } from './fit-children.ts';
import type { Span } from './peak-pieces.ts';
import { findTiles, keyOf, tilesKept, type Tiles } from './tile-pictures.ts';
import { countFor, slotWidth, slotsOf, tilesFirst, type Slot } from './tiles.ts';
import { useStrip, type Box } from './use-strip.ts';

/**
 * Pictures of a span of a file, in its seconds, beside each other over the whole of the box that the component stands in.
 * Nothing is shown until they are there, or when they cannot be read.
 */
export function Filmstrip({ assetId, fromSeconds, toSeconds }: { assetId: string } & Span) {
  const element = useRef<HTMLDivElement>(null);
  const span = { fromSeconds, toSeconds };
  const countOf = (box: Box): number => {
    const facts = findTiles(assetId, tilesFirst);
    return facts ? countFor(facts, span, box) : tilesFirst;
  };
  useStrip(element, {
    keep: tilesKept,
    keysFor: (box) => [...new Set([tilesFirst, countOf(box)])].map((count) => keyOf(assetId, count)),
    paint: (shown, box) => {
      const tiles = findTiles(assetId, countOf(box));
      if (tiles) {
        showSlots(shown, tiles, slotsOf(tiles, span, box), box);
      } else {
        // Those of the file that was shown before are no pictures of this one.
        shown.replaceChildren();
      }
    },
  });
  return <div class="strip strip-pictures" ref={element} aria-hidden="true" />;
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
