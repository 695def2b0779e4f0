import { Failure } from '#core/failure.ts';
import type { TextPlacement, TextPlacementOptions } from '#core/analysis/text-placement.ts';
import type { Size } from '#core/size.ts';
import type { ItemOf } from '#core/timeline/document.ts';
import type { Bytes } from '#store/bytes.ts';
import { SmallFrames } from '../../errands/small-frames.ts';
import { halve } from '../../matte/halve.ts';
import { createFonts } from '../../render/raster/fonts/fonts.ts';
import { createRasterizer, type Rasterizer } from '../../render/raster/raster.ts';
import { measureText } from '../../render/raster/text/break-lines.ts';
import { openFile } from '../../source/open-source.ts';
import type { Warn } from '../../source/source.ts';
import { chooseFill, type Backdrop } from './choose-fill.ts';
import { coveredShare, findTimes, summarise, type CoveredFrame, type Letters } from './coverage.ts';
import { drawLetters, type DrawnLetters } from './draw-letters.ts';
import { layOutLines, type TextLines } from './lay-out-lines.ts';
import { readHeader, readMattes, type SmallMatte } from './matte-file.ts';
import { mostCovered, searchPlaces, type Place, type Setting } from './search-places.ts';

/** Places are looked for in so many frames of the window at most. */
const searchedFrames = 150;
/** A fill is chosen for so many frames of the window. */
const backdropFrames = 6;
/** So many of the best places are measured in every frame, until one is right there too. */
const placesTried = 8;

/** What a search works with. */
type Desk = {
  readonly options: TextPlacementOptions;
  readonly rasterizer: Rasterizer;
  readonly mattes: Blob;
  /** Of the mattes of the file. */
  readonly grid: Size;
};

/** Finds a place for text behind the subject, or measures the one that is kept. Throws SUBJECT_FILLS_FRAME where there is none. */
export async function placeText(bytes: Bytes, options: TextPlacementOptions): Promise<TextPlacement> {
  const mattes = await bytes.read(options.mattesFile);
  const rasterizer = createRasterizer({ readAsset: async () => null, warn: () => undefined });
  try {
    const desk = { options, rasterizer, mattes, grid: await readHeader(mattes) };
    const placed = await choosePlace(desk);
    const fill = options.kept.fill ?? (await findFill(bytes, desk, placed.drawn));
    const { text, sizePx, letterSpacing } = placed.lines;
    const { width, height } = boxOf(options, placed.lines);
    return {
      text,
      x: placed.x,
      y: placed.y,
      sizePx,
      letterSpacing,
      width,
      height,
      fill,
      ...placed.coverage,
      shownShare: placed.drawn.shownShare,
    };
  } finally {
    rasterizer.close();
  }
}

/** Lines at a place, and what the subject covers of them there. */
type Placed = {
  readonly lines: TextLines;
  readonly x: number;
  readonly y: number;
  readonly drawn: DrawnLetters;
  readonly coverage: Pick<TextPlacement, 'coveredShare' | 'coveredAt'>;
};

async function choosePlace(desk: Desk): Promise<Placed> {
  const lines = await listLines(desk.options);
  const { position } = desk.options.kept;
  const kept = position && chooseLines(lines, position.y, desk.options);
  return position && kept ? measurePlace(desk, kept, position) : searchPlace(desk, lines);
}

/** The largest lines about this height that lie within the picture, rather not spaced out; else the first. */
function chooseLines(lines: readonly TextLines[], y: number, options: TextPlacementOptions): TextLines | undefined {
  const isWithin = (one: TextLines): boolean => boxOf(options, one).height / 2 <= Math.min(y, options.height - y);
  const isPlain = ({ letterSpacing }: TextLines): number => Number(letterSpacing === options.item.letterSpacing);
  const [best] = lines
    .filter(isWithin)
    .toSorted((one, other) => isPlain(other) - isPlain(one) || other.sizePx - one.sizePx);
  return best ?? lines[0];
}

async function searchPlace(desk: Desk, lines: readonly TextLines[]): Promise<Placed> {
  for (const place of (await listPlaces(desk, lines)).slice(0, placesTried)) {
    const placed = await measurePlace(desk, place.lines, place);
    if (placed.coverage.coveredShare.most < mostCovered) {
      return placed;
    }
  }
  const share = `${100 * mostCovered} %`;
  throw new Failure('SUBJECT_FILLS_FRAME', {
    message: `Wherever text of this size lies, the subject covers more than ${share} of it at some time; choose a shorter window, or give position and sizePx.`,
  });
}

/** Places from the best on, their centres in pixels of the picture. */
async function listPlaces(desk: Desk, lines: readonly TextLines[]) {
  const { options, grid } = desk;
  const coarse = { width: grid.width >> 1, height: grid.height >> 1 };
  const cell = { x: options.width / coarse.width, y: options.height / coarse.height };
  const [middleX, middleY] = [options.width / 2, options.height / 2];
  const settings: Setting<TextLines>[] = [];
  const { capHeight } = await loadFonts(options.item);
  for (const layout of lines) {
    const { letters } = await drawLetters(
      desk.rasterizer,
      toItem(options, layout, { x: middleX, y: middleY }),
      options,
      coarse,
    );
    if (letters) {
      const capShare = (layout.sizePx * capHeight) / options.height;
      settings.push({ letters, lineCount: layout.lineCount, capShare, letterSpacing: layout.letterSpacing, layout });
    }
  }
  const mattes = (await sampleMattes(desk, searchedFrames)).map(({ alpha }) => halveMatte(alpha, grid));
  const seen = options.seen.map(({ x, y }) => ({ x: (x - middleX) / cell.x, y: (y - middleY) / cell.y }));
  const toPixels = ({ setting, x, y }: Place<TextLines>) => ({
    lines: setting.layout,
    x: Math.round(middleX + x * cell.x),
    y: Math.round(middleY + y * cell.y),
  });
  return searchPlaces(settings, { grid: coarse, mattes, seen }).map(toPixels);
}

async function measurePlace(desk: Desk, lines: TextLines, { x, y }: { x: number; y: number }): Promise<Placed> {
  const { options, rasterizer, grid } = desk;
  const drawn = await drawLetters(rasterizer, toItem(options, lines, { x, y }), options, grid);
  const frames: CoveredFrame[] = [];
  for await (const { startSeconds, durationSeconds, alpha } of readWindow(desk)) {
    const share = drawn.letters ? coveredShare(drawn.letters, { width: grid.width, alpha }) : 0;
    frames.push({ share, atSeconds: startSeconds + durationSeconds / 2, durationSeconds });
  }
  const covered = summarise(frames);
  const { startSeconds, endSeconds } = options.atRest;
  const calm = frames.filter(({ atSeconds }) => atSeconds >= startSeconds && atSeconds <= endSeconds);
  const shown = calm.length > 0 ? calm : frames;
  return { lines, x, y, drawn, coverage: { coveredShare: covered, coveredAt: findTimes(shown, covered) } };
}

/** The mattes of the window, whose times count from its start. */
async function* readWindow(
  { mattes, grid, options: { window, mattesStartSeconds } }: Desk,
  isWanted: (startSeconds: number) => boolean = () => true,
): AsyncGenerator<SmallMatte, void> {
  const shift = mattesStartSeconds - window.startSeconds;
  const length = window.endSeconds - window.startSeconds;
  const isWithin = (seconds: number): boolean => seconds > -halfFrameSeconds && seconds < length - halfFrameSeconds;
  const isSeen = (seconds: number): boolean => isWithin(seconds + shift) && isWanted(seconds + shift);
  for await (const matte of readMattes(mattes, grid, isSeen)) {
    yield { ...matte, startSeconds: matte.startSeconds + shift };
  }
}

/** Frames that begin so little before or after an edge of the window are taken to begin there. */
const halfFrameSeconds = 1 / 240;

/** Mattes of the window at even distances in time. */
async function sampleMattes(desk: Desk, count: number): Promise<SmallMatte[]> {
  const { startSeconds, endSeconds } = desk.options.window;
  const stepSeconds = (endSeconds - startSeconds) / count;
  let nextSeconds = 0;
  const isDue = (seconds: number): boolean => {
    if (seconds + 1e-6 < nextSeconds) {
      return false;
    }
    nextSeconds = Math.max(nextSeconds + stepSeconds, seconds + stepSeconds / 2);
    return true;
  };
  const found: SmallMatte[] = [];
  for await (const matte of readWindow(desk, isDue)) {
    found.push(matte);
  }
  return found;
}

function halveMatte(alpha: Uint8Array, { width, height }: Size): Uint8Array {
  const half = new Float32Array((width >> 1) * (height >> 1));
  halve(Float32Array.from(alpha), width, half, width >> 1);
  return Uint8Array.from(half, (value) => value + 0.5);
}

async function findFill(bytes: Bytes, desk: Desk, { letters }: DrawnLetters): Promise<string> {
  const backdrops = letters ? await readBackdrops(bytes, desk) : [];
  return chooseFill(letters ?? noLetters, backdrops).fill;
}

const noLetters: Letters = { left: 0, top: 0, width: 0, height: 0, shares: new Float32Array(0), area: 0 };

/** Some frames of the source with their mattes, on the grid. */
async function readBackdrops(bytes: Bytes, desk: Desk): Promise<Backdrop[]> {
  const { options, grid } = desk;
  const { source } = await openFile(await bytes.read(options.sourceFile), () => undefined);
  if (!source) {
    return [];
  }
  try {
    const frames = new SmallFrames(source, grid);
    const backdrops: Backdrop[] = [];
    for (const { startSeconds, durationSeconds, alpha } of await sampleMattes(desk, backdropFrames)) {
      const atSeconds = options.window.startSeconds + startSeconds + durationSeconds / 2;
      const { data } = await frames.at(atSeconds);
      backdrops.push({ width: grid.width, rgba: data, alpha });
    }
    return backdrops;
  } finally {
    await source.close();
  }
}

async function listLines({ item, mayBreak, kept, width, height }: TextPlacementOptions): Promise<TextLines[]> {
  const { css, capHeight } = await loadFonts(item);
  return layOutLines({
    text: item.text,
    mayBreak,
    sizePx: kept.sizePx,
    letterSpacing: item.letterSpacing,
    rotation: typeof item.rotation === 'number' ? item.rotation : 0,
    lineHeight: item.lineHeight,
    capHeight,
    picture: { width, height },
    measure: (text, letterSpacing) => measureText(text, { css, weight: item.weight, letterSpacing }),
  });
}

const silent: Warn = () => undefined;

/** What the render warns of is not said twice. */
const loadFonts = ({ font, text }: ItemOf<'text'>) => createFonts(silent).load(font, text);

/** A little wider than the lines, so that rounding breaks none. */
function boxOf({ item }: TextPlacementOptions, { width, lineCount, sizePx }: TextLines): Size {
  return { width: Math.ceil(width + sizePx * 0.1), height: Math.ceil(lineCount * item.lineHeight * sizePx) };
}

function toItem(options: TextPlacementOptions, lines: TextLines, centre: { x: number; y: number }): ItemOf<'text'> {
  const { text, sizePx, letterSpacing } = lines;
  return { ...options.item, text, sizePx, letterSpacing, ...centre, ...boxOf(options, lines) };
}
