import { mediaKindOf, type MediaKind } from '#core/media-kind.ts';

/** The kinds of materials, as a person reads of them. */
export const kindLabels: Readonly<Record<MediaKind, string>> = { video: 'Video', picture: 'Picture', sound: 'Sound' };

/** What a file picker offers for videos: the extensions are those that browsers have no type for. */
export const videoFiles = 'video/*,.mkv,.mov,.webm,.avi,.mts,.mxf';
/** What a file picker offers for materials of any kind. */
export const anyFiles = `${videoFiles},image/*,audio/*,.flac,.m4a,.opus`;

/** Why a file cannot be what a recipe wants a video for, in a sentence; null for what may be a video. */
export function findKindProblem(name: string, mimeType: string): string | null {
  const kind = mediaKindOf(mimeType);
  if (kind === 'video') {
    return null;
  }
  const what = kind === 'picture' ? 'a picture' : 'sound';
  return `${name} is ${what}, and this recipe needs a video. Drop a video here; pictures and sound go to Materials.`;
}
