import type { InputOf } from '#core/protocol/operation.ts';
import type { TrackAnchor, TrackPoint } from '#core/analysis/track.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Renderer, StillsRenderer, TargetTracker, TextMeasurer } from '#core/protocol/media-ports.ts';
import type { Media, Proposal, Run, RunContext } from '#core/protocol/run.ts';
import type { TimeRange } from '../input.ts';
import { makeCutOutPart, type CutOutWorkers } from '../run-helpers/cut-out.ts';
import { draftCanvas } from '../run-helpers/draft-canvas.ts';
import { previewPictures } from '../run-helpers/preview-pictures.ts';
import { renderDocument } from '../run-helpers/render-document.ts';
import { toAnchors } from './anchors.ts';
import type { TextLines } from '#core/analysis/text-lines.ts';
import { getTexts } from './card.ts';
import { cardDocument, withTrackedBoxes } from './document.ts';
import { keyMoments } from './key-moments.ts';
import { choosePlacement } from './motion.ts';
import { planCard, toTask } from './plan-card.ts';
import { trackedTitleCard, trackPath, type Placement, type TrackProposal } from './recipe.ts';
import { framesIn, noteProposed, readEdits } from './run/edits.ts';
import { findAnchor, makeHooks, openStage, type AnchorWorkers, type Stage } from './run/find-anchor.ts';
import { listSpells, longestSeen, neededSeconds, getReadableSeconds } from './spells.ts';
import { thinPath } from './thin-path.ts';

type Input = InputOf<typeof trackedTitleCard>;

type Workers = Media<TextMeasurer & StillsRenderer & Renderer> & AnchorWorkers & CutOutWorkers;

export const run: Run<typeof trackedTitleCard, Workers> = {
  propose: async (context, input, before) => {
    const stage = await openStage(context, input);
    const { tracked, anchor, follows, notes } = await findAnchor(context, input, stage);
    const { corrections, window: cut, placement: chosen } = readEdits(context, input, tracked, before);
    const whole = await track(context, stage, tracked, toAnchors(anchor, corrections, stage.info.video));
    const window = cut ?? chooseShown(input, tracked, whole);
    const path = framesIn(whole, window);
    refuseLost(path);
    const whenLost = before?.whenLost ?? 'fade';
    const lines = await breakLines(context, input, stage);
    const placement = chosen ?? place(input, stage, { path, window, follows }, lines);
    const readableSeconds = getReadableSeconds(path, window, { ...input, whenLost });
    const { width, height } = stage.info.video;
    const picture = { width, height };
    const shown = { path, window, placement, whenLost, follows };
    const proposal = { ...shown, path: thinPath(path), corrections, readableSeconds, picture };
    const { cutOut, warnings } = await makeCutOut(context, input, stage, window);
    const document = toDocument(input, stage, shown, lines, cutOut);
    const previews = await takePictures(context, input, shown, document, cutOut);
    const draft = await draftCanvas(context, document, cutOut ? [cutOut] : []);
    // Not earlier: after an interruption or a failure, the next attempt would take the user's edits for the proposal.
    await noteProposed(context, input, { tracked, window, placement, corrections });
    const shownNotes = [...(cut ? [] : describeShorter(window, tracked)), ...describeShow(proposal, input)];
    return { proposal, previews, draft, warnings: [...notes, ...shownNotes, ...warnings] };
  },
  make: async (context, input, approved) => {
    const stage = await openStage(context, input);
    // An approved proposal has been tracked; with other corrections it is tracked again.
    const path = await trackAgain(context, input, stage, approved);
    refuseLost(path);
    const lines = await breakLines(context, input, stage);
    const { cutOut, warnings } = await makeCutOut(context, input, stage, approved.window);
    return renderDocument(context, {
      document: toDocument(input, stage, { ...approved, path }, lines, cutOut),
      name: toName(stage.source.name),
      outputFormat: input.outputFormat,
      parts: cutOut ? [cutOut] : [],
      warnings,
    });
  },
};

/** Returns the whole path of an approved proposal, which contains only a part of a long one. */
async function trackAgain(
  context: RunContext<AnchorWorkers>,
  input: Input,
  stage: Stage,
  { corrections, window }: TrackProposal,
): Promise<TrackPoint[]> {
  const { tracked, anchor } = await findAnchor(context, input, stage);
  const path = await track(context, stage, tracked, toAnchors(anchor, corrections, stage.info.video));
  return framesIn(path, window);
}

async function track(
  context: RunContext<Media<TargetTracker>>,
  { source }: Stage,
  window: TimeRange,
  anchors: readonly TrackAnchor[],
): Promise<TrackPoint[]> {
  const step = context.step('track', JSON.stringify([trackedTitleCard.version, source.id, window, anchors]));
  const known = step.isDone ? trackPath.safeParse(step.notes).data : undefined;
  if (known) {
    return known;
  }
  const options = { inputFile: source.file, window, anchors };
  const path = await context.runners.media.track(options, makeHooks(context, 0.35, 0.95));
  const rounded = path.map(roundPoint);
  await step.finish(rounded);
  return rounded;
}

const roundPoint = ({ atSeconds, confidence, state, ...box }: TrackPoint): TrackPoint => ({
  atSeconds: round(atSeconds, 1e6),
  x: round(box.x, 100),
  y: round(box.y, 100),
  width: round(Math.max(0.01, box.width), 100),
  height: round(Math.max(0.01, box.height), 100),
  confidence: round(confidence, 1000),
  state,
});

const round = (value: number, parts: number): number => Math.round(value * parts) / parts;

/**
 * Returns the time span of the card: the whole tracked span; or, for an automatic target that is lost in most of an automatic shot,
 * the span in which it is visible, if that is long enough to read the card.
 */
function chooseShown(input: Input, tracked: TimeRange, whole: readonly TrackPoint[]): TimeRange {
  const isNamed = input.window !== undefined || typeof input.target === 'object';
  if (isNamed || !isMostlyLost(framesIn(whole, tracked))) {
    return tracked;
  }
  const seen = longestSeen(whole, tracked);
  const isReadable = seen && seen.endSeconds - seen.startSeconds >= neededSeconds(input);
  return isReadable
    ? { startSeconds: round(seen.startSeconds, 1e6), endSeconds: round(seen.endSeconds, 1e6) }
    : tracked;
}

const isMostlyLost = (path: readonly TrackPoint[]): boolean =>
  path.filter(({ state }) => state === 'lost').length > path.length / 2;

/** Throws TARGET_LOST for a target that is lost in most of the window. */
function refuseLost(path: readonly TrackPoint[]): void {
  const lost = path.filter(({ state }) => state === 'lost');
  if (isMostlyLost(path)) {
    const since = round(lost[0]?.atSeconds ?? 0, 100);
    const share = Math.round((100 * lost.length) / path.length);
    throw new Failure('TARGET_LOST', {
      message: `The target is lost from ${since} s on, in ${share} % of the window: choose a shorter window, or a box around a part that looks the same throughout.`,
    });
  }
}

function breakLines({ runners }: RunContext<Media<TextMeasurer>>, input: Input, { info }: Stage): Promise<TextLines[]> {
  return runners.media.breakTexts(getTexts(input, info.video));
}

type Shown = Pick<TrackProposal, 'path' | 'window' | 'follows'>;

/** Returns the requested side, or the one with the most room. */
function place(input: Input, stage: Stage, shown: Shown, lines: readonly TextLines[]): Placement {
  return input.placement === 'auto'
    ? choosePlacement(toTask(input, stage.info.video, shown, lines, 'above'))
    : input.placement;
}

function toDocument(
  input: Input,
  { source, info }: Stage,
  shown: Shown & Pick<TrackProposal, 'placement' | 'whenLost'>,
  lines: readonly TextLines[],
  cutOut: Asset | null,
): TimelineDocument {
  const { width, height, frameRate } = info.video;
  return cardDocument({
    title: toName(source.name),
    width,
    height,
    frameRate,
    durationSeconds: info.durationSeconds,
    sourceId: source.id,
    audioTrack: input.audioTrack,
    cutOutId: cutOut?.id ?? null,
    ...planCard(input, { width, height }, shown, lines),
  });
}

/** Returns the subject if it is in front of the card. */
async function makeCutOut(
  context: RunContext<CutOutWorkers>,
  { isBehindSubject }: Input,
  { source, info }: Stage,
  window: TimeRange,
): Promise<{ readonly cutOut: Asset | null; readonly warnings: readonly string[] }> {
  if (!isBehindSubject) {
    return { cutOut: null, warnings: [] };
  }
  const isWhole = window.startSeconds <= 0 && window.endSeconds >= info.durationSeconds - 1e-3;
  const { part, cutOut } = await makeCutOutPart(context, {
    who: trackedTitleCard.name,
    material: source,
    models: context.models,
    quality: 'best',
    window: isWhole ? null : window,
  });
  return { cutOut: part, warnings: cutOut.warnings };
}

/** Renders the card at the key moments, with the tracked box around the target. */
async function takePictures(
  context: RunContext<Media<StillsRenderer>>,
  input: Input,
  { path, window, whenLost }: Shown & Pick<TrackProposal, 'whenLost'>,
  document: TimelineDocument,
  cutOut: Asset | null,
): Promise<Proposal<never>['previews']> {
  const moments = keyMoments(path, window, listSpells(path, window, { ...input, whenLost }));
  const step = context.step('pictures', JSON.stringify([document, moments]));
  context.report({ stage: 'Drawing', progress: 0.95 });
  const boxes = moments.flatMap((canvasSeconds) => {
    const point = path.findLast(({ atSeconds }) => atSeconds <= canvasSeconds + 1e-3) ?? path[0];
    return point ? [{ canvasSeconds, box: point, isSeen: point.state === 'tracked' }] : [];
  });
  const pictures = await previewPictures(
    context,
    step,
    { document: withTrackedBoxes(document, boxes), parts: cutOut ? [cutOut] : [] },
    moments.map((canvasSeconds, index) => ({ role: `preview-${index + 1}`, canvasSeconds })),
  );
  await step.finish(null);
  return pictures;
}

/** Explains why the card is not visible in the whole shot. */
const describeShorter = (window: TimeRange, tracked: TimeRange): string[] =>
  window === tracked
    ? []
    : [
        `The target is visible from ${round(window.startSeconds, 100)} to ${round(window.endSeconds, 100)} s, so the card is shown only then. For a longer time, choose another target.`,
      ];

/** Returns warnings to read before approving. */
function describeShow({ path, readableSeconds, whenLost }: TrackProposal, input: Input): string[] {
  const needed = neededSeconds(input);
  const lost = path.filter(({ state }) => state === 'lost').length;
  const isShort = readableSeconds < needed;
  return [
    ...(isShort
      ? [
          `The card is visible for ${readableSeconds} s, and its words take ${round(needed, 10)} s to read: shorten them, or choose a longer window.`,
        ]
      : []),
    ...(lost > 0
      ? [
          `The target is lost in ${Math.round((100 * lost) / path.length)} % of the window; the card ${whenLost === 'hold' ? 'holds its position' : 'fades out'} there.`,
        ]
      : []),
  ];
}

/** Returns the material's name without its extension, plus "title card". */
const toName = (name: string): string => `${name.replace(/\.[^.]{1,8}$/, '') || 'video'} title card`;
