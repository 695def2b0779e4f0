import type { InputOf } from '#core/protocol/operation.ts';
import type { TextPlacement, TextPlacementOptions } from '#core/analysis/text-placement.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Renderer, ShotFinder, StillsRenderer, TextPlacer } from '#core/protocol/media-ports.ts';
import type { Media, Proposal as Proposed, Run, RunContext } from '#core/protocol/run.ts';
import type { TimeRange } from '../input.ts';
import type { CutOutWorkers } from '../run-helpers/cut-out.ts';
import { draftCanvas } from '../run-helpers/draft-canvas.ts';
import { previewPictures } from '../run-helpers/preview-pictures.ts';
import { renderDocument } from '../run-helpers/render-document.ts';
import { describeEdited, describeFound, describeKept } from './describe.ts';
import { textBehindDocument, toLettering } from './document.ts';
import { motionSeconds } from './lettering.ts';
import { getMaterial, readClip, readSubject } from './run/clip.ts';
import { proposedNotes, type ClipNotes, type ProposedNotes } from './run/notes.ts';
import { isSame, toApprovedPlan, toProposal } from './run/approved.ts';
import { choosePlan, type Plan } from './run/plan.ts';
import type { textBehind } from './recipe.ts';

type Input = InputOf<typeof textBehind>;

type Workers = Media<ShotFinder & TextPlacer & StillsRenderer & Renderer> & CutOutWorkers;

export const run: Run<typeof textBehind, Workers> = {
  propose: async (context, input, before) => {
    const clip = await readClip(context);
    const step = proposedStep(context);
    const plan = choosePlan(input, clip.shots, before, proposedNotes.safeParse(step.notes).data);
    const subject = await readSubject(context, input, plan.cutOutWindow);
    context.report({ stage: 'Placing the text' });
    const placement = await place(context, input, clip, plan, subject.mattes.file);
    requireSeen(placement);
    const document = toDocument(context, input, { clip, plan, placement, part: subject.part });
    // Without a review, the previews would never be shown.
    const isSeen = !input.autoApprove;
    const previews = isSeen ? await drawPreviews(context, document, placement, plan.window, subject.part) : [];
    const draft = isSeen && { draft: await draftCanvas(context, document, [subject.part, subject.mattes]) };
    const { window, cutOutWindow, rotation, font, weight, edits, seen } = plan;
    const noted = { window, cutOutWindow, rotation, font, weight, edits, seen };
    await step.finish({ placement, asked: input, ...noted } satisfies ProposedNotes);
    const warnings = [...subject.warnings, ...(plan.position ? describeKept(placement) : describeFound(placement))];
    return { proposal: toProposal(placement, plan), previews, ...draft, warnings };
  },
  make: async (context, input, approved) => {
    const clip = await readClip(context);
    const proposed = proposedNotes.safeParse(proposedStep(context).notes).data;
    const plan = toApprovedPlan(input, approved, proposed);
    const subject = await readSubject(context, input, plan.cutOutWindow);
    const isProposed = proposed && isSame(approved, toProposal(proposed.placement, proposed));
    const placement = isProposed ? proposed.placement : await place(context, input, clip, plan, subject.mattes.file);
    // The notes of a proposal may have been deleted since to free storage.
    const isEdited = proposed ? !isProposed : context.job.isProposalEdited;
    const document = toDocument(context, input, { clip, plan, placement, part: subject.part });
    return renderDocument(context, {
      document,
      name: document.title,
      outputFormat: input.outputFormat,
      parts: [subject.part],
      soundOf: getMaterial(context).id,
      soundTrack: input.audioTrack,
      warnings: isEdited ? describeEdited(placement) : [],
    });
  },
};

/**
 * The step of the last proposal, for any input and any version of the recipe, so that the result is what the user approved. The
 * number is the version of the notes.
 */
const proposedStep = (context: RunContext) => context.step('proposed', JSON.stringify({ version: 5 }));

function place(
  context: RunContext<Media<TextPlacer>>,
  input: Input,
  { width, height }: ClipNotes,
  plan: Plan,
  mattesFile: string,
): Promise<TextPlacement> {
  const { text, rotation, window, cutOutWindow, mayBreak, letterSpacing, position, sizePx, fill, seen } = plan;
  const seconds = window.endSeconds - window.startSeconds;
  const motions = motionSeconds(input, seconds);
  const options: TextPlacementOptions = {
    sourceFile: getMaterial(context).file,
    mattesFile,
    mattesStartSeconds: cutOutWindow.startSeconds,
    width,
    height,
    window,
    mayBreak,
    seen,
    atRest: { startSeconds: motions.entrance, endSeconds: seconds - motions.exit },
    item: toLettering(text, { ...input, font: plan.font, weight: plan.weight }, rotation, letterSpacing),
    kept: { position, sizePx, fill },
  };
  return context.runners.media.placeText(options);
}

/** Requires that the subject leaves at least a tenth of the text visible in some frame. Throws SUBJECT_FILLS_FRAME. */
function requireSeen({ coveredShare }: TextPlacement): void {
  if (coveredShare.least > 0.9) {
    const message = 'The subject covers the text in every frame; move it, or leave its position out.';
    throw new Failure('SUBJECT_FILLS_FRAME', { message });
  }
}

type Parts = {
  readonly clip: ClipNotes;
  readonly plan: Pick<Plan, 'window' | 'cutOutWindow' | 'rotation' | 'font' | 'weight'>;
  readonly placement: TextPlacement;
  readonly part: Asset;
};

function toDocument(context: RunContext, input: Input, { clip, plan, placement, part }: Parts): TimelineDocument {
  const { id: sourceId, name } = getMaterial(context);
  const { text, x, y, sizePx, letterSpacing, width, height, fill } = placement;
  return textBehindDocument({
    title: `${name.replace(/\.[^.]{1,8}$/, '') || 'video'} text behind`,
    ...clip,
    sourceId,
    audioTrack: input.audioTrack,
    cutOut: { assetId: part.id, startSeconds: plan.cutOutWindow.startSeconds },
    window: plan.window,
    style: { ...input, font: plan.font, weight: plan.weight },
    rotation: plan.rotation,
    placement: { text, x, y, sizePx, letterSpacing, width, height, fill },
  });
}

/** Renders the frames with the minimum, about the mean, and the maximum of the letters behind the subject. */
async function drawPreviews(
  context: RunContext<Media<StillsRenderer>>,
  document: TimelineDocument,
  { coveredAt }: TextPlacement,
  { startSeconds }: TimeRange,
  part: Asset,
): Promise<Proposed<never>['previews']> {
  context.report({ stage: 'Drawing' });
  const step = context.step('previews', JSON.stringify(document));
  const roles = ['least', 'mean', 'most'] as const;
  const all = roles.map((role) => ({ role, canvasSeconds: startSeconds + coveredAt[role] }));
  const moments = all.filter(
    ({ canvasSeconds }, index) => all.findIndex((one) => one.canvasSeconds === canvasSeconds) === index,
  );
  return previewPictures(context, step, { document, parts: [part] }, moments);
}
