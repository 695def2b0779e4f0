import type { Asset } from '#core/model/records.ts';
import type { StillsRenderer } from '#core/protocol/media-ports.ts';
import type { Media, Proposal, RunContext } from '#core/protocol/run.ts';
import { previewPictures } from '../../run-helpers/preview-pictures.ts';
import { filmDocument, getTimes, type Film } from '../document.ts';

/** The longer side of a preview image, in pixels. It is one of many side by side, and the film itself plays above them. */
const longSide = 640;

/** The time of a slot's preview, as a share of its duration: its words are visible then. */
const place = 0.6;

/** Creates the shot map: a preview image of every slot, as the film will show it. */
export async function previewSlots(
  context: RunContext<Media<StillsRenderer>>,
  film: Film,
  parts: readonly Asset[],
): Promise<Proposal<never>['previews']> {
  const document = filmDocument(film);
  const step = context.step('previews', JSON.stringify({ version: 2, document }));
  context.report({ stage: 'Creating previews', progress: 0.8 });
  const moments = film.proposal.slots.map(({ id }, index) => {
    const { startSeconds, durationSeconds } = getTimes(film, index);
    return { role: id, canvasSeconds: startSeconds + place * durationSeconds };
  });
  const previews = await previewPictures(context, step, { document, parts, longSide }, moments);
  await step.finish({});
  return previews;
}
