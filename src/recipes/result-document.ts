import { shorten } from '#core/lib/shorten.ts';
import { timelineDocument, type TimelineDocument } from '#core/timeline/document.ts';
import { toCanvasRate } from '#core/timeline/frames.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { documentVersion } from '#core/timeline/version.ts';

/** The properties of a clip that the canvas of its result gets. Sizes in pixels; any title length and frame rate. */
type Frame = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
};

/** Creates the canvas of a result over `background`, `#rrggbb`, or transparent. Throws a ZodError for an invalid document. */
export function resultDocument(
  { title, width, height, frameRate }: Frame,
  background: string | null,
  tracks: readonly object[],
): TimelineDocument {
  return timelineDocument.parse({
    version: documentVersion,
    title: shorten(title, documentLimits.nameLength),
    width,
    height,
    frameRate: toCanvasRate(frameRate),
    background: background === null ? { type: 'transparent' } : { type: 'color', color: background.toLowerCase() },
    tracks,
  });
}

/** Creates a visual track for each item, from bottom to top. */
export const toLayers = <T extends { readonly id: string; readonly name: string }>(items: readonly T[]) =>
  items.map((item) => ({ id: `track-${item.id}`, name: item.name, kind: 'visual', items: [item] }));
