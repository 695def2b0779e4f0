import type { ItemOf, Message, NewItem } from '#core/timeline/document.ts';
import { plainVisual } from '#core/timeline/plain-visual.ts';
import type { Size } from '#core/lib/size.ts';

/** The duration of a new item, in seconds. */
const usualSeconds = 4;

export type TextPreset = 'title' | 'lower-third' | 'caption';
export type ShapeKind = ItemOf<'shape'>['shape'];

type Drawn = Extract<NewItem, { type: 'text' | 'shape' | 'bubbles' }>;

/** The properties of every new item; its start and id are set when it is placed. */
const plain = { ...plainVisual, startSeconds: 0, durationSeconds: usualSeconds } as const;

/** Converts a box in shares of the canvas to integer pixels. */
function boxIn({ width, height }: Size, box: { x: number; y: number; width: number; height: number }) {
  return {
    x: Math.round(width * box.x),
    y: Math.round(height * box.y),
    width: Math.round(width * box.width),
    height: Math.round(height * box.height),
  };
}

/**
 * Creates a text whose font size fits the canvas, white with a dark shadow or background box, so that it is readable on any
 * video.
 */
export function newText(canvas: Size, preset: TextPreset): Drawn {
  const unit = Math.min(canvas.width, canvas.height);
  const letters = {
    ...plain,
    type: 'text',
    font: 'Inter',
    fill: '#ffffff',
    lineHeight: 1.15,
    letterSpacing: 0,
  } as const;
  const shadow = { color: '#000000a6', blurPx: Math.round(unit / 54), x: 0, y: Math.round(unit / 270) };
  if (preset === 'title') {
    return {
      ...letters,
      name: 'Title',
      text: 'Your title',
      weight: 800,
      sizePx: Math.round(unit * 0.11),
      align: 'center',
      shadow,
      ...boxIn(canvas, { x: 0.5, y: 0.5, width: 0.84, height: 0.34 }),
    };
  }
  const sizePx = Math.round(unit * (preset === 'caption' ? 0.046 : 0.052));
  const plate = { fill: '#000000b3', paddingPx: Math.round(sizePx * 0.4), cornerPx: Math.round(sizePx * 0.25) };
  return preset === 'caption'
    ? {
        ...letters,
        name: 'Caption',
        text: 'Caption text',
        weight: 600,
        sizePx,
        align: 'center',
        plate,
        ...boxIn(canvas, { x: 0.5, y: 0.87, width: 0.8, height: 0.16 }),
      }
    : {
        ...letters,
        name: 'Lower third',
        text: 'Name\nJob title',
        weight: 700,
        sizePx,
        align: 'left',
        plate,
        ...boxIn(canvas, { x: 0.33, y: 0.8, width: 0.54, height: 0.2 }),
      };
}

/** Creates a centered shape; its color differs from most videos and from that of text on it. */
export function newShape(canvas: Size, shape: ShapeKind): Drawn {
  const side = Math.round(Math.min(canvas.width, canvas.height) * 0.4);
  const names = { rectangle: 'Rectangle', ellipse: 'Ellipse', line: 'Line' };
  const look =
    shape === 'line'
      ? {
          stroke: { color: '#ffffff', widthPx: Math.max(2, Math.round(side / 40)) },
          width: side * 1.5,
          height: Math.round(side / 10),
        }
      : { fill: '#ffffff', width: shape === 'rectangle' ? Math.round(side * 1.5) : side, height: side };
  return {
    ...plain,
    type: 'shape',
    name: names[shape],
    shape,
    cornerPx: 0,
    x: Math.round(canvas.width / 2),
    y: Math.round(canvas.height / 2),
    ...look,
  };
}

/** Creates a short chat over the lower part of the frame. */
export function newBubbles(canvas: Size): Drawn {
  const messages: Message[] = [
    { id: 'message-1', from: 'them', text: 'Did you see this?', atSeconds: 0.2, typingSeconds: 0 },
    { id: 'message-2', from: 'me', text: 'Not yet. Show me', atSeconds: 1.8, typingSeconds: 0.8 },
  ];
  const isWide = canvas.width > canvas.height;
  return {
    ...plain,
    type: 'bubbles',
    name: 'Bubbles',
    durationSeconds: usualSeconds + 1,
    messages,
    layout: 'overlay',
    side: 'right',
    style: 'blue',
    scale: 1,
    ...boxIn(canvas, { x: 0.5, y: 0.55, width: isWide ? 0.5 : 0.9, height: isWide ? 0.8 : 0.6 }),
  };
}
