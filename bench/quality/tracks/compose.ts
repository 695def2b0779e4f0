import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FaceDetector } from '#core/analysis/detection.ts';
import { decodeFrames, probe } from '#test/support/native.ts';
import { followFace } from './follow-face.ts';
import type { TargetSource, TrackScene } from './scenes.ts';

export const sceneSize = { width: 1280, height: 720 } as const;
export const sceneRate = 30;
const sceneFrames = 150;

/** The position of the target in a frame, in pixels, and its visible share. */
export type Truth = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly visibleShare: number;
};

/** An image with alpha: RGBA. */
type Sprite = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };

/** Renders the video of a scene, as H.264 of high quality, and returns the positions of its target. */
export async function composeScene(scene: TrackScene, file: string, detector: FaceDetector): Promise<Truth[]> {
  const sprites = await readTarget(scene.target, detector);
  const background = await decodeFrames(scene.background, {
    ...sceneSize,
    pixels: 'rgb24',
    seconds: sceneFrames / sceneRate,
    filter: 'crop=iw*min(1\\,16*ih/9/iw):ih*min(1\\,9*iw/16/ih)',
  });
  const size = `${sceneSize.width}x${sceneSize.height}`;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(sceneRate), '-i', '-'];
  const output = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-pix_fmt', 'yuv420p', file];
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...output], { stdio: ['pipe', 'inherit', 'inherit'] });
  const truths: Truth[] = [];
  for (let index = 0; index < sceneFrames; index++) {
    const { frame, truth } = composeFrame(scene, sprites, background, index);
    truths.push(truth);
    if (!ffmpeg.stdin.write(frame)) {
      await once(ffmpeg.stdin, 'drain');
    }
  }
  ffmpeg.stdin.end();
  await once(ffmpeg, 'close');
  return truths;
}

function composeFrame(scene: TrackScene, sprites: readonly Sprite[], background: readonly Uint8Array[], index: number) {
  const seconds = index / sceneRate;
  const frame = Uint8Array.from(turnAround(background, index));
  const sprite = turnAround(sprites, index);
  const blurred = blur(sprite, Math.round(scene.blurAt?.(seconds) ?? 0));
  if (scene.decoyAt) {
    draw(frame, sprite, scene.decoyAt(seconds), null);
  }
  const board = scene.boardAt?.(seconds) ?? null;
  const truth = draw(frame, blurred, scene.placeAt(seconds), board);
  if (board) {
    drawBoard(frame, board);
  }
  light(frame, scene.lightAt?.(seconds) ?? 1, index);
  return { frame, truth };
}

/** Returns the frame at an index that runs back and forth over the frames if there are too few. */
function turnAround<T>(all: readonly T[], index: number): T {
  const period = Math.max(1, 2 * all.length - 2);
  const at = index % period;
  const found = all[at < all.length ? at : period - at];
  if (found === undefined) {
    throw new Error('no frames');
  }
  return found;
}

async function readTarget(
  { file, alphaFile, shape, crop, isMoving }: TargetSource,
  detector: FaceDetector,
): Promise<Sprite[]> {
  const { streams } = await probe(file);
  const { width = 2, height = 2 } = streams.find((stream) => stream.codec_type === 'video') ?? {};
  const area = crop ?? { x: 0, y: 0, width, height };
  const decode = (from: string) =>
    decodeFrames(from, { width, height, pixels: 'rgb24', ...(isMoving && { seconds: sceneFrames / sceneRate }) });
  const frames = await decode(file);
  const [alpha] = alphaFile ? await decode(alphaFile) : [];
  const areas = isMoving ? await followFace(frames, { width, height }, area, detector) : [];
  return frames.map((rgb, index) =>
    trim(cut(rgb, width, areas[index] ?? area, (at, u, v) => (alpha ? (alpha[3 * at] ?? 0) : fade(shape, u, v)))),
  );
}

/** Returns the alpha of a shape; u and v go from -1 to 1. */
function fade(shape: TargetSource['shape'], u: number, v: number): number {
  const distance = shape === 'ellipse' ? Math.hypot(u, v) : Math.max(Math.abs(u), Math.abs(v));
  return 255 * Math.min(1, Math.max(0, (1 - distance) * 25));
}

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function cut(
  rgb: Uint8Array,
  stride: number,
  area: Area,
  alphaAt: (at: number, u: number, v: number) => number,
): Sprite {
  const rgba = new Uint8Array(4 * area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const from = (area.y + y) * stride + area.x + x;
      const to = 4 * (y * area.width + x);
      rgba.set(rgb.subarray(3 * from, 3 * from + 3), to);
      rgba[to + 3] = alphaAt(from, (2 * (x + 0.5)) / area.width - 1, (2 * (y + 0.5)) / area.height - 1);
    }
  }
  return { width: area.width, height: area.height, rgba };
}

/** Trims transparent rows and columns. */
function trim(sprite: Sprite): Sprite {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < sprite.width * sprite.height; at++) {
    if ((sprite.rgba[4 * at + 3] ?? 0) > 127) {
      xs.push(at % sprite.width);
      ys.push(Math.floor(at / sprite.width));
    }
  }
  const least = (all: number[]): number => all.reduce((one, other) => Math.min(one, other), Infinity);
  const most = (all: number[]): number => all.reduce((one, other) => Math.max(one, other), 0);
  const [left, top] = [least(xs), least(ys)];
  const [width, height] = [most(xs) - left + 1, most(ys) - top + 1];
  const rgba = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const from = 4 * ((top + y) * sprite.width + left);
    rgba.set(sprite.rgba.subarray(from, from + 4 * width), 4 * y * width);
  }
  return { width, height, rgba };
}

/** Applies a box blur, along rows and then columns. */
function blur(sprite: Sprite, side: number): Sprite {
  if (side < 2) {
    return sprite;
  }
  const { width, height } = sprite;
  const pass = (from: Uint8Array, step: number, getLimit: (at: number) => readonly [number, number]): Uint8Array => {
    const to = new Uint8Array(from.length);
    const half = side >> 1;
    for (let at = 0; at < width * height; at++) {
      const [place, length] = getLimit(at);
      for (let channel = 0; channel < 4; channel++) {
        let [sum, count] = [0, 0];
        for (let move = -half; move <= half; move++) {
          if (place + move >= 0 && place + move < length) {
            sum += from[4 * (at + move * step) + channel] ?? 0;
            count++;
          }
        }
        to[4 * at + channel] = sum / count;
      }
    }
    return to;
  };
  const rows = pass(sprite.rgba, 1, (at) => [at % width, width]);
  return { width, height, rgba: pass(rows, width, (at) => [Math.floor(at / width), height]) };
}

/** Draws a sprite with bilinear samples. Returns its position, and the share that neither a board nor the frame's edge hides. */
function draw(
  frame: Uint8Array,
  sprite: Sprite,
  place: ReturnType<TrackScene['placeAt']>,
  board: readonly [number, number] | null,
): Truth {
  const { width, height } = sceneSize;
  const scale = (place.width * width) / sprite.width;
  const [middleX, middleY] = [place.x * width, place.y * height];
  const angle = ((place.degrees ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const reach = (Math.hypot(sprite.width, sprite.height) * scale) / 2;
  let [all, seen] = [0, 0];
  for (let y = Math.floor(middleY - reach); y < middleY + reach; y++) {
    for (let x = Math.floor(middleX - reach); x < middleX + reach; x++) {
      const [dx, dy] = [x + 0.5 - middleX, y + 0.5 - middleY];
      const u = cos * dx + sin * dy + sprite.width / 2 - 0.5;
      const v = -sin * dx + cos * dy + sprite.height / 2 - 0.5;
      if (u < 0 || v < 0 || u > sprite.width - 1 || v > sprite.height - 1) {
        continue;
      }
      const alpha = readChannel(sprite, u, v, 3) / 255;
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      const isHidden = board !== null && x >= board[0] * width && x < board[1] * width;
      all += alpha;
      seen += isInside && !isHidden ? alpha : 0;
      if (isInside && alpha > 0) {
        for (let channel = 0; channel < 3; channel++) {
          const at = 3 * (y * width + x) + channel;
          frame[at] = (frame[at] ?? 0) * (1 - alpha) + readChannel(sprite, u, v, channel) * alpha;
        }
      }
    }
  }
  return {
    x: middleX,
    y: middleY,
    width: sprite.width * scale,
    height: sprite.height * scale,
    visibleShare: all > 0 ? seen / all : 0,
  };
}

function readChannel({ width, height, rgba }: Sprite, u: number, v: number, channel: number): number {
  const [left, top] = [Math.min(width - 2, Math.floor(u)), Math.min(height - 2, Math.floor(v))];
  const [right, down] = [u - left, v - top];
  const value = (x: number, y: number): number => rgba[4 * (y * width + x) + channel] ?? 0;
  return (
    (value(left, top) * (1 - right) + value(left + 1, top) * right) * (1 - down) +
    (value(left, top + 1) * (1 - right) + value(left + 1, top + 1) * right) * down
  );
}

/** Draws boards with grain, as of wood, so that they are not flat. */
function drawBoard(frame: Uint8Array, [left, right]: readonly [number, number]): void {
  const { width, height } = sceneSize;
  const [from, to] = [left, right].map((share) => Math.min(width, Math.max(0, Math.round(share * width))));
  for (let y = 0; y < height; y++) {
    for (let x = from ?? 0; x < (to ?? 0); x++) {
      const along = x - left * width;
      const grain = 18 * Math.sin(along / 5 + 3 * Math.sin(y / 70)) + 10 * Math.sin(along / 17 + y / 23);
      frame.set([120 + grain, 90 + grain, 60 + grain], 3 * (y * width + x));
    }
  }
}

/** Adds light, and a little noise that is always the same. */
function light(frame: Uint8Array, gain: number, index: number): void {
  let state = 7919 * (index + 1);
  for (let at = 0; at < frame.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    frame[at] = Math.min(255, Math.max(0, gain * (frame[at] ?? 0) + (state / 2 ** 32 - 0.5) * 10));
  }
}
