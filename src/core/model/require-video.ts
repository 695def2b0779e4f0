import { Failure } from '../lib/failure.ts';
import type { MediaInfo, VideoInfo } from '../protocol/runners.ts';

/** Returns a probed video. Throws UNSUPPORTED_MEDIA, which names the kind of file, because `recipe` needs a video. */
export function requireVideo(info: MediaInfo, recipe: string): VideoInfo {
  if (info.kind === 'video') {
    return info;
  }
  throw new Failure('UNSUPPORTED_MEDIA', { message: `${recipe} needs a video; this is ${describe(info)}.` });
}

const describe = ({ kind, container }: Exclude<MediaInfo, { kind: 'video' }>): string =>
  kind === 'picture' ? `an image (${container})` : `an audio file (${container})`;
