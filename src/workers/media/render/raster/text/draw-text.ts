import { type Box, grow, move, unite } from '../box.ts';
import { createDrawing } from '../canvas.ts';
import { openArea, type RasterArea } from '../raster-area.ts';
import type { PlacedLine, TextItem, TextLayout } from './lay-out-text.ts';
import type { TextMotion } from './motion.ts';
import { countLetters, takeLetters } from './typing.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** The inputs of drawing a text: its layout, style and motion. */
export type TextPicture = {
  readonly item: TextItem;
  readonly layout: TextLayout;
  readonly motion: TextMotion;
  /** Loaded families, as a CSS list. */
  readonly css: string;
};

/** Draws a text with its background box, stroke and shadow. Null if all of it is invisible. */
export function drawText(picture: TextPicture, scale: number): RasterArea | null {
  const bounds = findBounds(picture);
  if (!bounds || bounds.width <= 0 || bounds.height <= 0) {
    return null;
  }
  const area = openArea(bounds, scale);
  const { shadow } = picture.item;
  if (!shadow) {
    drawBlock(picture, area.context, area);
    wipe(picture, area);
    return area;
  }
  // One shadow of all visible parts, instead of one for each letter over the next.
  const block = openLayer(area);
  drawBlock(picture, block.context, area);
  wipe(picture, block);
  const { context } = area;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.shadowColor = shadow.color;
  // Shadows are not scaled by the context.
  context.shadowBlur = shadow.blurPx * area.scale;
  context.shadowOffsetX = shadow.x * area.scale;
  context.shadowOffsetY = shadow.y * area.scale;
  context.drawImage(block.canvas, 0, 0);
  return area;
}

/** Opens an empty canvas with the same position and size. */
function openLayer(area: RasterArea): RasterArea {
  const drawing = createDrawing(area.canvas.width, area.canvas.height);
  drawing.context.setTransform(area.context.getTransform());
  return { ...area, ...drawing };
}

/** The extent of a canvas blur, as a multiple of its radius. */
const blurReach = 1.6;

function findBounds({ item, layout, motion, css }: TextPicture): Box | null {
  const { context } = createDrawing(1, 1);
  const letters = layout.lines.flatMap((line, index) => {
    setFont(context, { item, layout, css }, line);
    const ink = measureInk(context, line);
    const rise = (motion.lines[index]?.riseEm ?? 0) * layout.sizePx;
    return ink ? [move(grow(ink, (item.stroke?.widthPx ?? 0) + 1), 0, rise)] : [];
  });
  const plate = item.plate ? [move(layout.block, 0, plateRise({ layout, motion }))] : [];
  const seen = [...letters, ...plate];
  if (seen.length === 0 || motion.lines.every(({ opacity }) => opacity === 0)) {
    return null;
  }
  const still = unite(seen);
  const scaled = grow(still, (Math.max(0, motion.scale - 1) * Math.max(still.width, still.height)) / 2);
  const { shadow } = item;
  return shadow ? unite([scaled, move(grow(scaled, shadow.blurPx * blurReach), shadow.x, shadow.y)]) : scaled;
}

/** Returns the area that the letters of a line cover; null if there are none. */
function measureInk(context: Context, { text, x, width, baseline, isRightToLeft }: PlacedLine): Box | null {
  if (text === '') {
    return null;
  }
  const ink = context.measureText(text);
  const anchor = isRightToLeft ? x + width : x;
  const [left, top] = [anchor - ink.actualBoundingBoxLeft, baseline - ink.actualBoundingBoxAscent];
  const right = anchor + ink.actualBoundingBoxRight;
  return { x: left, y: top, width: right - left, height: baseline + ink.actualBoundingBoxDescent - top };
}

function setFont(context: Context, { item, layout, css }: Omit<TextPicture, 'motion'>, line: PlacedLine): void {
  context.font = `${item.weight} ${layout.sizePx}px ${css}`;
  context.letterSpacing = `${line.letterSpacingPx}px`;
  context.direction = line.isRightToLeft ? 'rtl' : 'ltr';
  context.textAlign = line.isRightToLeft ? 'right' : 'left';
  context.textBaseline = 'alphabetic';
  context.fontKerning = 'normal';
  context.lineJoin = 'round';
}

function drawBlock(picture: TextPicture, context: Context, area: RasterArea): void {
  const { item, layout, motion } = picture;
  const { block } = layout;
  const [middleX, middleY] = [block.x + block.width / 2, block.y + block.height / 2];
  context.translate(middleX, middleY);
  context.scale(motion.scale, motion.scale);
  context.translate(-middleX, -middleY);
  if (item.plate) {
    context.globalAlpha = clearestLine(motion).opacity;
    context.fillStyle = item.plate.fill;
    context.beginPath();
    const radius = Math.min(item.plate.cornerPx, block.width / 2, block.height / 2);
    context.roundRect(block.x, block.y + plateRise(picture), block.width, block.height, radius);
    context.fill();
  }
  const lines = takeLetters(layout.lines, Math.floor(motion.typed * countLetters(layout.lines) + 1e-6));
  const isFaint = motion.lines.some(({ opacity }) => opacity < 1);
  // Letters with the same opacity are drawn together, so that no stroke covers the line before.
  const groups = isFaint
    ? lines.map((line, index) => [{ line, index }])
    : [lines.map((line, index) => ({ line, index }))];
  for (const group of groups) {
    const opacity = motion.lines[group[0]?.index ?? 0]?.opacity ?? 1;
    drawGroup(picture, group, opacity, context, area);
  }
}

const plateRise = ({ layout, motion }: Pick<TextPicture, 'layout' | 'motion'>): number =>
  clearestLine(motion).riseEm * layout.sizePx;

/** Returns the motion of the most opaque line: the background box appears with the first line, and disappears with the last. */
const clearestLine = ({ lines }: TextMotion): TextMotion['lines'][number] =>
  lines.reduce((one, other) => (other.opacity > one.opacity ? other : one), { opacity: 0, riseEm: 0 });

type Numbered = { readonly line: PlacedLine; readonly index: number };

function drawGroup(
  picture: TextPicture,
  group: readonly Numbered[],
  opacity: number,
  context: Context,
  area: RasterArea,
): void {
  const { item } = picture;
  const isSolid = item.fill.length === 7 || item.fill.endsWith('ff');
  if (!item.stroke || (opacity >= 1 && isSolid)) {
    context.globalAlpha = opacity;
    drawLetters(picture, group, context, isSolid);
    return;
  }
  // A separate layer, or the stroke would shine through the letters.
  const layer = openLayer({ ...area, context });
  drawLetters(picture, group, layer.context, isSolid);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = opacity;
  context.drawImage(layer.canvas, 0, 0);
  context.restore();
}

/** Draws letters with the stroke around them, not over them. */
function drawLetters(picture: TextPicture, group: readonly Numbered[], context: Context, isSolid: boolean): void {
  const { item, layout, motion } = picture;
  const each = (draw: (text: string, x: number, y: number) => void): void => {
    for (const { line, index } of group) {
      setFont(context, picture, line);
      const rise = (motion.lines[index]?.riseEm ?? 0) * layout.sizePx;
      draw(line.text, line.isRightToLeft ? line.x + line.width : line.x, line.baseline + rise);
    }
  };
  if (item.stroke && item.stroke.widthPx > 0) {
    context.strokeStyle = item.stroke.color;
    context.lineWidth = 2 * item.stroke.widthPx;
    each((...at) => context.strokeText(...at));
    if (!isSolid) {
      context.globalCompositeOperation = 'destination-out';
      context.fillStyle = '#000';
      each((...at) => context.fillText(...at));
      context.globalCompositeOperation = 'source-over';
    }
  }
  context.fillStyle = item.fill;
  each((...at) => context.fillText(...at));
}

/** The soft edge of a wipe, as a multiple of the font size. */
const wipeEdgeEm = 0.8;

/** Keeps the part of the image that the wipe has revealed. */
function wipe({ layout, motion }: TextPicture, { context, canvas, scale, x }: RasterArea): void {
  if (motion.wiped >= 1) {
    return;
  }
  const edge = wipeEdgeEm * layout.sizePx * scale;
  const isFromRight = layout.lines[0]?.isRightToLeft === true;
  const [left, right] = [(layout.block.x - x) * scale, (layout.block.x + layout.block.width - x) * scale];
  const [start, towards] = isFromRight ? [right, -1] : [left, 1];
  // A text that leaves disappears in the direction from which it appeared last.
  const share = motion.isWipedFromEnd ? 1 - motion.wiped : motion.wiped;
  const at = start + towards * (share * (right - left + edge) - edge);
  const gradient = context.createLinearGradient(at, 0, at + towards * edge, 0);
  gradient.addColorStop(0, motion.isWipedFromEnd ? '#0000' : '#000');
  gradient.addColorStop(1, motion.isWipedFromEnd ? '#000' : '#0000');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = gradient;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = 'source-over';
}
