import type { MediaFacts } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { openFont } from '../render/raster/fonts/own-font.ts';
import type { Source } from '../source/source.ts';
import type { Material } from './material.ts';

const nothing = { width: null, height: null, durationSeconds: null, frameRate: null, hasSound: false, fault: null };

/** Returns the metadata of a font. Throws UNSUPPORTED_MEDIA if the browser cannot load it. */
export async function readFontFacts(file: Blob): Promise<MediaFacts> {
  await openFont('Offcut checked font', file);
  return { ...nothing, audioTracks: [], kind: 'font' };
}

/** Returns the metadata that a view of the material shows. Throws UNSUPPORTED_MEDIA for audio without samples. */
export async function readFacts(material: Material): Promise<MediaFacts> {
  if (material.kind === 'picture') {
    const { width, height } = material.bitmap;
    return { ...nothing, audioTracks: [], kind: 'picture', width, height };
  }
  const audioTracks = [...material.audioTracks];
  if (material.kind === 'sound') {
    const { durationSeconds } = material;
    if (!isDuration(durationSeconds)) {
      const message =
        'The audio is empty: the file has no samples, or does not state their number. Save it again as WAV or MP3.';
      throw new Failure('UNSUPPORTED_MEDIA', { message });
    }
    return { ...nothing, audioTracks, kind: 'sound', durationSeconds, hasSound: true };
  }
  const { video, audio } = material.source.info;
  const { width, height, frameRate } = video;
  const durationSeconds = await findDuration(material.source);
  const hasSound = audio !== null;
  return { ...nothing, audioTracks, kind: 'video', width, height, durationSeconds, frameRate, hasSound };
}

const isDuration = (seconds: number): boolean => seconds > 0 && Number.isFinite(seconds);

/** Returns the stated duration, or one from the timestamps if the stated one is invalid; null if only decoding can determine it. */
async function findDuration({ info, times }: Pick<Source, 'info' | 'times'>): Promise<number | null> {
  if (isDuration(info.durationSeconds)) {
    return info.durationSeconds;
  }
  const last = (await times())?.at(-1);
  return last === undefined ? null : Math.max(0, last) + 1 / info.video.frameRate;
}
