import type { MediaKind } from '#core/model/media-kind.ts';

/** The names of the kinds of materials. */
export const kindLabels: Readonly<Record<MediaKind, string>> = {
  video: 'Video',
  picture: 'Image',
  sound: 'Audio',
  font: 'Font',
};

/** The `accept` of a file input for videos, with the extensions that browsers have no MIME type for. */
export const videoFiles = 'video/*,.mkv,.mov,.webm,.avi,.mts,.mxf';
/** The `accept` of a file input for fonts. */
export const fontFiles = '.ttf,.otf,.woff,.woff2';
/** The `accept` of a file input for materials of any kind. */
export const anyFiles = `${videoFiles},image/*,audio/*,${fontFiles},.flac,.m4a,.opus,.caf,.ac3,.eac3,.dts,.amr,.awb,.wv`;

/** Returns why a file cannot be the video of a recipe, in a sentence; null if it may be. */
export function findKindProblem(name: string, kind: MediaKind): string | null {
  if (kind === 'video') {
    return null;
  }
  const what = { picture: 'an image', sound: 'audio', font: 'a font' }[kind];
  return `${name} is ${what}, and this recipe needs a video. Drop a video here, and add images and audio in Media.`;
}
