import type { Proposal, RunContext } from '#engine/run.ts';
import { previewPicture } from '../../run/preview-picture.ts';
import { filmDocument, timesOf, type Film } from '../document.ts';

/** When in a slot its picture is taken: its words have come, and not gone. */
const place = 0.6;

/** The shot map: a picture of every slot, as the film will show it. */
export async function previewSlots(context: RunContext, film: Film): Promise<Proposal<never>['previews']> {
  const document = filmDocument(film);
  const step = context.step('previews', JSON.stringify({ version: 1, document }));
  const previews: Proposal<never>['previews'][number][] = [];
  for (const [index, slot] of film.proposal.slots.entries()) {
    context.report({ stage: 'Taking pictures', progress: 0.8 + (0.2 * index) / film.proposal.slots.length });
    const { startSeconds, durationSeconds } = timesOf(film, index);
    const canvasSeconds = startSeconds + place * durationSeconds;
    previews.push(await previewPicture(context, step, slot.id, { document, canvasSeconds }));
  }
  await step.finish({});
  return previews;
}
