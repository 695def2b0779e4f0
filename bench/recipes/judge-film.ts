import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LaunchProposal, Slot } from '#recipes/launch-cut/proposal.ts';
import { measurePicture } from '#workers/media/analysis/footage/measure-picture.ts';
import type { Picture } from '#core/lib/picture.ts';
import { decodeFrames } from '#test/support/native.ts';

const run = promisify(execFile);

/** The verdict of native programs on a film and on the spans of the takes that it shows. */
export type FilmJudgement = {
  /**
   * The number of slot boundaries with a cut within one frame of the beat, and the number of boundaries; a dissolve leads to the
   * end card.
   */
  readonly cuts: readonly [found: number, all: number];
  /** The number of slots with a black or blurred frame in their takes, and of pairs that show the same. */
  readonly black: number;
  readonly blurred: number;
  readonly repeated: number;
};

const frameRate = 30;
/** The sharpness below which a frame is blurred, as a share of the 90th percentile of its take; half of a slot must be blurred. */
const minSharpness = 0.3;
const black = { darkShare: 0.8, light: 0.07 } as const;

/** Judges a film. `files` are those of the takes, in the order of the proposal's. */
export async function judgeFilm(
  film: string,
  proposal: LaunchProposal,
  files: ReadonlyMap<string, string>,
): Promise<FilmJudgement> {
  const slots = proposal.slots.filter(({ role }) => role !== 'end');
  const looks = new Map<string, Look[]>();
  for (const material of new Set(slots.map(({ shot }) => shot.material))) {
    looks.set(material, await lookAt(files.get(material) ?? ''));
  }
  const shown = slots.map((slot) => ({ slot, ...getLook(slot, looks.get(slot.shot.material) ?? []) }));
  return {
    cuts: await cutsOnBeats(film, proposal),
    black: shown.filter(({ isBlack }) => isBlack).length,
    blurred: shown.filter(({ isBlurred }) => isBlurred).length,
    repeated: slots.filter((slot, at) => slots.slice(0, at).some((other) => overlaps(slot, other))).length,
  };
}

type Look = { readonly atSeconds: number; readonly isBlack: boolean; readonly sharpness: number };

/** Decodes ten frames a second of a take. */
async function lookAt(file: string): Promise<Look[]> {
  const size = { width: 320, height: 180 };
  const frames = await decodeFrames(file, { ...size, pixels: 'rgb24', filter: 'fps=10' });
  return frames.map((rgb, at) => {
    const picture: Picture = { ...size, rgb };
    const { darkShare, light, sharpness } = measurePicture(picture);
    return { atSeconds: at / 10, isBlack: darkShare >= black.darkShare || light <= black.light, sharpness };
  });
}

function getLook({ shot }: Slot, looks: readonly Look[]): { isBlack: boolean; isBlurred: boolean } {
  const sorted = looks.map(({ sharpness }) => sharpness).toSorted((one, other) => one - other);
  const sharpest = sorted[Math.floor(0.9 * sorted.length)] ?? 0;
  const seen = looks.filter(({ atSeconds }) => atSeconds >= shot.startSeconds && atSeconds < shot.endSeconds);
  const soft = seen.filter(({ sharpness }) => sharpness < minSharpness * sharpest).length;
  return { isBlack: seen.some((one) => one.isBlack), isBlurred: soft > seen.length / 2 };
}

const overlaps = ({ shot: one }: Slot, { shot: other }: Slot): boolean =>
  one.material === other.material && one.startSeconds < other.endSeconds && other.startSeconds < one.endSeconds;

async function cutsOnBeats(file: string, { slots }: LaunchProposal): Promise<[number, number]> {
  const args = ['-v', 'error', '-i', file, '-vf', 'scale=64:36', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 30 });
  const size = 64 * 36;
  const changeAt = (frame: number): number => {
    let sum = 0;
    for (let at = 0; at < size; at++) {
      sum += Math.abs((stdout[frame * size + at] ?? 0) - (stdout[(frame - 1) * size + at] ?? 0));
    }
    return sum / size;
  };
  const cuts = slots.slice(1).filter(({ role }) => role !== 'end');
  const found = cuts.filter(({ startSeconds }) => {
    const frame = Math.round(startSeconds * frameRate);
    const near = Math.max(...[-1, 0, 1].map((shift) => changeAt(frame + shift)));
    const around = [-5, -4, -3, 3, 4, 5].map((shift) => changeAt(frame + shift)).toSorted((a, b) => a - b)[3] ?? 0;
    return near > 4 + 2 * around;
  });
  return [found.length, cuts.length];
}
