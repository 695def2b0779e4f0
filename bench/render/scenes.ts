import type { TimelineDocument } from '#core/timeline/document.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** One video that both an export and ffmpeg render. */
export type RenderScene = {
  readonly id: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly document: TimelineDocument;
  /** The arguments of ffmpeg. */
  readonly inputs: readonly string[];
  readonly filters: readonly string[];
};

type Parts = {
  readonly width: number;
  readonly height: number;
  readonly rate: number;
  readonly seconds: number;
  readonly clip: string;
  readonly other: string;
  readonly cutOut: string;
  readonly picture: string;
};

export function listRenderScenes(parts: Parts): RenderScene[] {
  return [untouched(parts), textAndShape(parts), twoVideos(parts), cutOutOverPicture(parts)];
}

const whole = ({ width, height }: Parts) => ({ x: width / 2, y: height / 2, width, height });

const video = (parts: Parts, id: string, assetId: string, fields: object = {}) =>
  makeItem('video', id, { ...whole(parts), assetId, durationSeconds: parts.seconds, isMuted: true, ...fields });

const canvas = ({ width, height, rate }: Parts, ...items: ReturnType<typeof makeItem>[]): TimelineDocument =>
  makeTimeline(
    items.map((item) => ({ items: [item] })),
    { width, height, frameRate: rate, background: { type: 'color', color: '#000000' } },
  );

const untouched = (parts: Parts): RenderScene => ({
  id: 'untouched',
  name: 'an untouched passage',
  files: { clip: parts.clip },
  document: canvas(parts, video(parts, 'a', 'clip')),
  inputs: ['-i', parts.clip],
  filters: [],
});

function textAndShape(parts: Parts): RenderScene {
  const { width, height, seconds, clip } = parts;
  const unit = height / 720;
  const text = makeItem('text', 'text', {
    text: 'A title over video',
    x: width / 2,
    y: 600 * unit,
    width: 1000 * unit,
    height: 120 * unit,
    sizePx: 64 * unit,
    durationSeconds: seconds,
  });
  const shape = makeItem('shape', 'shape', {
    x: width / 2,
    y: 600 * unit,
    width: 800 * unit,
    height: 120 * unit,
    fill: '#10204080',
    durationSeconds: seconds,
  });
  const box = `drawbox=x=${(width - 800 * unit) / 2}:y=${540 * unit}:w=${800 * unit}:h=${120 * unit}:color=0x102040@0.5:t=fill`;
  const letters = `drawtext=text='A title over video':fontcolor=white:fontsize=${64 * unit}:x=(w-tw)/2:y=${570 * unit}`;
  return {
    id: 'text',
    name: 'text and a shape over video',
    files: { clip },
    document: canvas(parts, video(parts, 'a', 'clip'), shape, text),
    inputs: ['-i', clip],
    filters: ['-vf', `${box},${letters}`],
  };
}

function twoVideos(parts: Parts): RenderScene {
  const { width, height, clip, other } = parts;
  const [smallWidth, smallHeight] = [Math.round(0.2 * width) * 2, Math.round(0.2 * height) * 2];
  const [x, y] = [Math.round(0.55 * width), Math.round(0.05 * height)];
  const enlarged = { width: 1.2 * width, height: 1.2 * height };
  const small = { width: smallWidth, height: smallHeight, x: x + smallWidth / 2, y: y + smallHeight / 2 };
  const zoom = `[0:v]scale=${1.2 * width}:${1.2 * height},crop=${width}:${height}[a]`;
  return {
    id: 'two',
    name: 'two videos with transforms',
    files: { clip, other },
    document: canvas(parts, video(parts, 'a', 'clip', enlarged), video(parts, 'b', 'other', small)),
    inputs: ['-i', clip, '-i', other],
    filters: ['-filter_complex', `${zoom};[1:v]scale=${smallWidth}:${smallHeight}[b];[a][b]overlay=${x}:${y}`],
  };
}

function cutOutOverPicture(parts: Parts): RenderScene {
  const { cutOut, picture, seconds, rate } = parts;
  const still = makeItem('picture', 'picture', { ...whole(parts), assetId: 'picture', durationSeconds: seconds });
  return {
    id: 'cut-out',
    name: 'a cut-out over a picture',
    files: { cutOut, picture },
    document: canvas(parts, still, video(parts, 'a', 'cutOut')),
    inputs: ['-loop', '1', '-framerate', String(rate), '-i', picture, '-c:v', 'libvpx-vp9', '-i', cutOut],
    filters: ['-filter_complex', '[0:v][1:v]overlay=shortest=1'],
  };
}
