import { Failure } from '#core/lib/failure.ts';
import {
  doubtfulFrom,
  type AlternatePlace,
  type TextPlacement,
  type TextPlacementOptions,
} from '#core/analysis/text-placement.ts';
import type { ItemOf } from '#core/timeline/document.ts';
import type { Bytes } from '#store/bytes.ts';
import { createFonts } from '../../render/raster/fonts/fonts.ts';
import { createRasterizer, type Rasterizer } from '../../render/raster/raster.ts';
import { measureText } from '../../render/raster/text/break-lines.ts';
import type { Warn } from '../../source/source.ts';
import { chooseFill, halvedBackdrop, usualFills, type Backdrop } from './choose-fill.ts';
import { chooseSurest } from './choose-surest.ts';
import { doubtfulShare, findTimes, measureCovered, summarise, type CoveredFrame } from './coverage.ts';
import { drawLetters, type DrawnLetters } from './draw-letters.ts';
import { getBox, layOutLines, spaceOutLines, type LinesWanted, type TextLines } from './lay-out-lines.ts';
import { letterEdges } from './letter-edges.ts';
import { halved, openWindow, readWindow, sampleMattes, type MatteWindow } from './matte-window.ts';
import type { readBackdrops } from './read-backdrops.ts';
import { maxCovered, searchPlaces, type Place, type Setting } from './search-places.ts';

/** The maximum number of frames of the window in which places are searched. */
const searchedFrames = 150;
/** The maximum number of best places that are measured in every frame until one is valid. */
const placesTried = 8;

/** The inputs of a search. */
type Desk = MatteWindow & {
  readonly options: TextPlacementOptions;
  readonly rasterizer: Rasterizer;
  /** Frames on the grid of the mattes, which are read while letters are drawn; empty if nothing depends on them. */
  readonly backdrops: Promise<readonly Backdrop[]>;
};

/** Finds a place for text behind the subject, or measures the given one. Throws SUBJECT_FILLS_FRAME if there is no place. */
export async function placeText(bytes: Pick<Bytes, 'read'>, options: TextPlacementOptions): Promise<TextPlacement> {
  const mattes = await bytes.read(options.mattesFile);
  const rasterizer = createRasterizer({
    readAsset: async () => null,
    getName: (assetId) => assetId,
    warn: () => undefined,
  });
  try {
    const window = await openWindow(mattes, options);
    const isSettled = options.kept.position !== null && options.kept.fill !== null;
    const backdrops = isSettled ? Promise.resolve([]) : loadBackdrops(bytes, { options, ...window });
    const desk = { options, rasterizer, ...window, backdrops };
    // If one fails, the other is awaited, so that the source is closed.
    const [placed, read] = await Promise.allSettled([choosePlace(desk), backdrops]);
    if (placed.status === 'rejected') {
      throw placed.reason;
    }
    if (read.status === 'rejected') {
      throw read.reason;
    }
    return toPlacement(placed.value, read.value, options);
  } finally {
    rasterizer.close();
  }
}

function toPlacement(
  { lines, x, y, drawn, coverage, alternates }: Placed,
  backdrops: readonly Backdrop[],
  { kept, item }: TextPlacementOptions,
): TextPlacement {
  const { text, sizePx, letterSpacing } = lines;
  const { letters, shownShare } = drawn;
  const { width, height } = getBox(lines, item.lineHeight);
  const fill = kept.fill ?? (letters ? chooseFill(letters, backdrops).fill : usualFills[0]);
  return { text, x, y, sizePx, letterSpacing, width, height, fill, ...coverage, shownShare, alternates };
}

/** Loads the code that opens videos only when needed: a page that only measures placed text does not use it. */
const loadBackdrops: typeof readBackdrops = async (bytes, window) =>
  (await import('./read-backdrops.ts')).readBackdrops(bytes, window);

/** Lines at a place, with their measured coverage. */
type Placed = Measured & { readonly alternates: readonly AlternatePlace[] };

type Measured = {
  readonly lines: TextLines;
  readonly x: number;
  readonly y: number;
  readonly drawn: DrawnLetters;
  readonly coverage: Pick<TextPlacement, 'coveredShare' | 'coveredAt' | 'doubtfulShare'>;
};

async function choosePlace(desk: Desk): Promise<Placed> {
  const lines = layOutLines(await toWanted(desk.options));
  const { position } = desk.options.kept;
  const kept = position && chooseLines(lines, position.y, desk.options);
  return position && kept
    ? { ...(await measurePlace(desk, kept, position)), alternates: [] }
    : searchPlace(desk, lines);
}

/** Chooses the largest lines at about this height that fit in the frame, preferably not spaced out; else the first. */
function chooseLines(lines: readonly TextLines[], y: number, options: TextPlacementOptions): TextLines | undefined {
  const isWithin = (one: TextLines): boolean =>
    getBox(one, options.item.lineHeight).height / 2 <= Math.min(y, options.height - y);
  const isPlain = ({ letterSpacing }: TextLines): number => Number(letterSpacing === options.item.letterSpacing);
  const [best] = lines
    .filter(isWithin)
    .toSorted((one, other) => isPlain(other) - isPlain(one) || other.sizePx - one.sizePx);
  return best ?? lines[0];
}

async function searchPlace(desk: Desk, lines: readonly TextLines[]): Promise<Placed> {
  const wanted = await toWanted(desk.options);
  const placed =
    (await findPlace(desk, await listPlaces(desk, lines))) ??
    (wanted.sizePx === null ? await findPlace(desk, await listPlaces(desk, spaceOutLines(lines, wanted))) : null);
  if (placed) {
    return placed;
  }
  const share = `${100 * maxCovered} %`;
  throw new Failure('SUBJECT_FILLS_FRAME', {
    message: `At this size, the subject covers more than ${share} of the text at some time, wherever the text is. Choose a shorter window, or give position and sizePx.`,
  });
}

type ListedPlace = Awaited<ReturnType<typeof listPlaces>>[number];

/**
 * Returns the first place that is valid in every frame, or a more certain one, with alternatives; null if none of the best is
 * valid.
 */
async function findPlace(desk: Desk, places: readonly ListedPlace[]): Promise<Placed | null> {
  let tried = 0;
  for (const [index, place] of places.entries()) {
    if (tried === placesTried) {
      return null;
    }
    const measured = place.isReadable() ? await measurePlace(desk, place.lines, place) : null;
    if (measured && measured.coverage.coveredShare.most < maxCovered) {
      return chooseAmong(desk, measured, places.slice(index + 1));
    }
    tried += Number(measured !== null);
  }
  return null;
}

/**
 * The maximum number of alternatives, and the number of places that are measured if the subject is half transparent over the
 * letters.
 */
const [alternatesOffered, surerTried] = [3, 8];

/** Returns the best place or a more certain one of the next places, with alternatives that look different. */
async function chooseAmong(desk: Desk, best: Measured, places: readonly ListedPlace[]): Promise<Placed> {
  const isDoubtful = best.coverage.doubtfulShare >= doubtfulFrom;
  const others = listOthers(desk, best, places, isDoubtful ? surerTried : alternatesOffered);
  const measured = others.length > 0 ? await measurePlaces(desk, others) : [];
  const chosen = chooseSurest(
    best,
    measured.filter((_, index) => others[index]?.isSeen === false),
  );
  const alternates = [best, ...measured].filter((one) => one !== chosen).slice(0, alternatesOffered);
  return { ...chosen, alternates: alternates.map(toAlternate) };
}

function toAlternate({ lines, x, y, coverage }: Measured): AlternatePlace {
  const { text, sizePx, letterSpacing } = lines;
  return { text, x, y, sizePx, letterSpacing, coveredShare: coverage.coveredShare };
}

/** The minimum distance of two places, as a share of the frame height. */
const apartShare = 0.16;

/** Lists the best places that look different from the chosen one and from each other. */
function listOthers(desk: Desk, best: LinesAt, places: readonly ListedPlace[], count: number): ListedPlace[] {
  const apart = apartShare * desk.options.height;
  const others: ListedPlace[] = [];
  for (const place of places) {
    const isOther = [best, ...others].every(
      ({ x, y, lines }) => Math.hypot(x - place.x, y - place.y) > apart || lines.lineCount !== place.lines.lineCount,
    );
    if (isOther && place.isReadable() && others.push(place) === count) {
      break;
    }
  }
  return others;
}

/** Lists places, best first, with their centres in pixels of the frame. */
async function listPlaces(desk: Desk, lines: readonly TextLines[]) {
  const { options, grid } = desk;
  const coarse = { width: grid.width >> 1, height: grid.height >> 1 };
  const cell = { x: options.width / coarse.width, y: options.height / coarse.height };
  const [middleX, middleY] = [options.width / 2, options.height / 2];
  const settings: Setting<TextLines>[] = [];
  const wanted = await toWanted(options);
  for (const layout of lines) {
    const { letters } = await drawLetters(
      desk.rasterizer,
      toItem(options, layout, { x: middleX, y: middleY }),
      options,
      coarse,
    );
    if (letters) {
      const capShare = (layout.sizePx * wanted.capHeight) / options.height;
      const edges = letterEdges(layout, wanted).map((line) => line.map((x) => (middleX + x) / cell.x - letters.left));
      const { lineCount, letterSpacing } = layout;
      settings.push({ letters, lineCount, letterEdges: edges, capShare, letterSpacing, layout });
    }
  }
  const mattes = (await sampleMattes(desk, searchedFrames)).map(({ alpha }) => halved(alpha, grid));
  const seen = options.seen.map(({ x, y }) => ({ x: (x - middleX) / cell.x, y: (y - middleY) / cell.y }));
  const toPixels = ({ setting, x, y, isSeen, isReadable }: Place<TextLines>) => ({
    isSeen,
    isReadable,
    lines: setting.layout,
    x: Math.round(middleX + x * cell.x),
    y: Math.round(middleY + y * cell.y),
  });
  const backdrops = (await desk.backdrops).map((backdrop) => halvedBackdrop(backdrop, grid));
  const fills = options.kept.fill === null ? usualFills : [options.kept.fill];
  return searchPlaces(settings, { grid: coarse, mattes, seen, backdrops, fills }).map(toPixels);
}

async function measurePlace(desk: Desk, lines: TextLines, { x, y }: { x: number; y: number }): Promise<Measured> {
  const [measured] = await measurePlaces(desk, [{ lines, x, y }]);
  if (!measured) {
    throw new TypeError('exactly one place must be measured');
  }
  return measured;
}

/** Measures lines at several places, reading the mattes only once. */
async function measurePlaces(desk: Desk, places: readonly LinesAt[]): Promise<Measured[]> {
  const { options, rasterizer, grid } = desk;
  const drawn: DrawnLetters[] = [];
  for (const { lines, x, y } of places) {
    drawn.push(await drawLetters(rasterizer, toItem(options, lines, { x, y }), options, grid));
  }
  const frames: CoveredFrame[][] = places.map(() => []);
  for await (const { startSeconds, durationSeconds, alpha } of readWindow(desk)) {
    drawn.forEach(({ letters }, index) => {
      const covered = letters ? measureCovered(letters, { width: grid.width, alpha }) : nothingCovered;
      frames[index]?.push({ ...covered, atSeconds: startSeconds + durationSeconds / 2, durationSeconds });
    });
  }
  return places.flatMap((place, index) => {
    const letters = drawn[index];
    return letters ? [{ ...place, drawn: letters, coverage: summariseAll(frames[index] ?? [], options) }] : [];
  });
}

const nothingCovered = { share: 0, touched: 0, doubtful: 0 };

type LinesAt = { readonly lines: TextLines; readonly x: number; readonly y: number };

function summariseAll(frames: readonly CoveredFrame[], { atRest }: TextPlacementOptions): Measured['coverage'] {
  const covered = summarise(frames);
  const calm = frames.filter(({ atSeconds }) => atSeconds >= atRest.startSeconds && atSeconds <= atRest.endSeconds);
  const shown = calm.length > 0 ? calm : frames;
  return { coveredShare: covered, coveredAt: findTimes(shown, covered), doubtfulShare: doubtfulShare(frames) };
}

async function toWanted({ item, mayBreak, kept, width, height }: TextPlacementOptions): Promise<LinesWanted> {
  const { css, capHeight } = await loadFonts(item);
  return {
    text: item.text,
    mayBreak,
    sizePx: kept.sizePx,
    letterSpacing: item.letterSpacing,
    rotation: typeof item.rotation === 'number' ? item.rotation : 0,
    lineHeight: item.lineHeight,
    capHeight,
    picture: { width, height },
    measure: (text, letterSpacing) => measureText(text, { css, weight: item.weight, letterSpacing }),
  };
}

const silent: Warn = () => undefined;

/** Loads fonts without warnings, because the render reports them. */
const loadFonts = ({ font, text }: ItemOf<'text'>) => createFonts(silent).load(font, text);

function toItem(options: TextPlacementOptions, lines: TextLines, centre: { x: number; y: number }): ItemOf<'text'> {
  const { text, sizePx, letterSpacing } = lines;
  return { ...options.item, text, sizePx, letterSpacing, ...centre, ...getBox(lines, options.item.lineHeight) };
}
