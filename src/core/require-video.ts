import { Failure } from './failure.ts';
import type { MediaInfo, VideoInfo } from './runners.ts';

/** The probed file as a video. Throws UNSUPPORTED_MEDIA, which names what it is instead, for `recipe`, which needs one. */
export function requireVideo(info: MediaInfo, recipe: string): VideoInfo {
  if (info.kind === 'video') {
    return info;
  }
  throw new Failure('UNSUPPORTED_MEDIA', { message: `${recipe} needs a video; this is ${describe(info)}.` });
}

const describe = ({ kind, container }: Exclude<MediaInfo, { kind: 'video' }>): string =>
  kind === 'picture' ? `a picture (${container})` : `sound without pictures (${container})`;
