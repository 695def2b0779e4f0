import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { samplesDir } from '../lib/workplace.ts';
import { probe, sharedFolder } from '#test/support/native.ts';

/** The beginning of a video file that a bench measures. */
export type Clip = {
  readonly name: string;
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly seconds: number;
  readonly frameCount: number;
};

const sample = join(samplesDir, 'presenter.mp4');
/** Clips of one person in front of the camera, half and whole, at 1280x720. */
const shared = ['woman_presenter_cup.mp4', 'person_juggle_fullbody.mp4'];

/** Lists the project's own clip and those of the shared folder, if present. `names` selects some of them. */
export async function listClips(seconds: number, names: readonly string[]): Promise<Clip[]> {
  const files = [sample, ...shared.map((name) => join(sharedFolder, 'media/video', name)).filter(existsSync)];
  const chosen = files.filter((file) => names.length === 0 || names.some((name) => basename(file).includes(name)));
  return Promise.all(chosen.map((file) => describe(file, seconds)));
}

async function describe(file: string, seconds: number): Promise<Clip> {
  const { streams, format } = await probe(file);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const [over = 25, under = 1] = (video?.r_frame_rate ?? '').split('/').map(Number);
  const frameRate = over / under;
  const length = Math.min(seconds, Number(format.duration));
  return {
    name: basename(file),
    file,
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    frameRate,
    seconds: length,
    frameCount: Math.round(length * frameRate),
  };
}
