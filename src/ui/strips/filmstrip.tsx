import { useRef } from 'preact/hooks';
import './strips.css';
import type { Span } from './peak-pieces.ts';
import { findTiles, keyOf, tilesKept } from './tile-pictures.ts';
import { countFor, slotWidth, slotsOf, tilesFirst } from './tiles.ts';
import { useStrip, type Box } from './use-strip.ts';

/**
 * Pictures of a span of a file, in its seconds, beside each other over the whole of the box that the component stands in.
 * Nothing is drawn until they are there, or when they cannot be read.
 */
export function Filmstrip({ assetId, fromSeconds, toSeconds }: { assetId: string } & Span) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const span = { fromSeconds, toSeconds };
  const countOf = (box: Box): number => {
    const facts = findTiles(assetId, tilesFirst);
    return facts ? countFor(facts, span, box) : tilesFirst;
  };
  useStrip(canvas, {
    keep: tilesKept,
    keysFor: (box) => [...new Set([tilesFirst, countOf(box)])].map((count) => keyOf(assetId, count)),
    paint: (context, box) => {
      const tiles = findTiles(assetId, countOf(box));
      if (!tiles) {
        return;
      }
      const { picture, width, height } = tiles;
      for (const { left, tile } of slotsOf(tiles, span, box)) {
        context.drawImage(picture, tile * width, 0, width, height, left, 0, slotWidth(tiles, box), box.height);
      }
    },
  });
  return <canvas class="strip" ref={canvas} aria-hidden="true" />;
}
