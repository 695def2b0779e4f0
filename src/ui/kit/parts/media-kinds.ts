import type { MediaKind } from '#core/model/media-kind.ts';

/** The names of the kinds of materials. */
export const kindLabels: Readonly<Record<MediaKind, string>> = { video: 'Video', picture: 'Picture', sound: 'Sound' };

/** The `accept` of a file input for videos, with the extensions that browsers have no MIME type for. */
export const videoFiles = 'video/*,.mkv,.mov,.webm,.avi,.mts,.mxf';
/** The `accept` of a file input for materials of any kind. */
export const anyFiles = `${videoFiles},image/*,audio/*,.flac,.m4a,.opus,.caf,.ac3,.eac3,.dts,.amr,.awb,.wv`;

/** Why a file cannot be the video of a recipe, in a sentence; null for one that may be. */
export function findKindProblem(name: string, kind: MediaKind): string | null {
  if (kind === 'video') {
    return null;
  }
  const what = kind === 'picture' ? 'a picture' : 'sound';
  return `${name} is ${what}, and this recipe needs a video. Drop a video here; pictures and sound go to Materials.`;
}
