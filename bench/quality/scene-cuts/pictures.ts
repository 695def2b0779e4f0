import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { sharedFolder } from '#test/support/native.ts';

/** The size at which sources are decoded, which leaves room for closer shots, and the size of a case's frames. */
const decoded = { width: 128, height: 72 } as const;
export const size = { width: 64, height: 36 } as const;
const frameRate = 25;
const clipSeconds = 4;

/** Luma of `size`, 16 to 235. */
export type Frame = Float32Array;
/** A source of frames: a shot of a camera, or a still, which has one frame. `width` and `height` are those of the frames. */
export type Footage = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly Uint8Array[];
};
/** The visible part of a source frame, in shares of its sides. */
export type View = { readonly x: number; readonly y: number; readonly scale: number };

export const wholeView: View = { x: 0, y: 0, scale: 1 };
/** The size of stills, in which a camera can move. */
const stillSize = { width: 256, height: 144 } as const;
/** Sources that ffmpeg generates, so that something is measured without the shared folder. */
const generated = ['testsrc2', 'mandelbrot', 'gradients=speed=0.01'];

const isVideo = (name: string): boolean => /\.(mp4|mkv|webm)$/.test(name);
const isPicture = (name: string): boolean => /^(?!.*mask).*\.(jpg|png)$/.test(name);

/** Decodes the shots of the shared folder, and those that ffmpeg generates. Every shot has one camera and no cut. */
export function readShots(hasShared: boolean): Footage[] {
  const made = generated.map((source) =>
    decode(source, ['-f', 'lavfi', '-i', `${source}${source.includes('=') ? ':' : '='}s=640x360:r=25`], decoded),
  );
  const folder = `${sharedFolder}/media/video`;
  const shared = hasShared ? readdirSync(folder).filter(isVideo) : [];
  return [...shared.map((name) => decode(name, ['-i', `${folder}/${name}`], decoded)), ...made];
}

/** Decodes the stills of the shared folder. */
export function readStills(hasShared: boolean): Footage[] {
  const folders = hasShared ? ['stills', 'gt_human'].map((name) => `${sharedFolder}/media/${name}`) : [];
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter(isPicture)
      .map((name) => decode(name, ['-i', `${folder}/${name}`], stillSize)),
  );
}

function decode(name: string, input: readonly string[], { width, height }: { width: number; height: number }): Footage {
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=area,crop=${width}:${height}`;
  const filter = `fps=${frameRate},${fit},scale=out_range=tv,format=yuv420p,extractplanes=y`;
  const args = ['-v', 'error', ...input, '-t', String(clipSeconds), '-vf', filter, '-f', 'rawvideo', '-'];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 1 << 28 });
  const area = width * height;
  const count = Math.floor(bytes.length / area);
  const pictures = Array.from({ length: count }, (_, at) => new Uint8Array(bytes.subarray(at * area, (at + 1) * area)));
  return { name, width, height, pictures };
}

/** Draws a view of the frame `at`. After the last frame, the footage plays backwards, to avoid a jump. */
export function draw(footage: Footage, at: number, view: View = wholeView): Frame {
  const { pictures, width, height } = footage;
  const last = pictures.length - 1;
  const turn = last > 0 ? at % (2 * last) : 0;
  const picture = pictures[turn > last ? 2 * last - turn : turn] ?? new Uint8Array();
  const frame = new Float32Array(size.width * size.height);
  const step = (view.scale * width) / size.width;
  const samples = Math.max(1, Math.round(step));
  const part = step / samples;
  for (let to = 0; to < frame.length; to++) {
    const left = view.x * width + (to % size.width) * step + part / 2 - 0.5;
    const top = view.y * height + Math.floor(to / size.width) * step + part / 2 - 0.5;
    let sum = 0;
    for (let down = 0; down < samples; down++) {
      for (let across = 0; across < samples; across++) {
        sum += sampleAt(picture, width, left + across * part, top + down * part);
      }
    }
    frame[to] = sum / samples ** 2;
  }
  return frame;
}

/** Interpolates between four pixels. */
function sampleAt(picture: Uint8Array, width: number, x: number, y: number): number {
  const [right, below] = [x - Math.floor(x), y - Math.floor(y)];
  const at = Math.max(0, Math.floor(y)) * width + Math.max(0, Math.floor(x));
  const first = picture[at] ?? 0;
  const [second = first, third = first, fourth = first] = [
    picture[at + 1],
    picture[at + width],
    picture[at + width + 1],
  ];
  return (first * (1 - right) + second * right) * (1 - below) + (third * (1 - right) + fourth * right) * below;
}
