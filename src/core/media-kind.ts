/** What a file is for a recipe. */
export const mediaKinds = ['video', 'picture', 'sound'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The kind of a material or a result, by the MIME type that its upload was given from its first bytes. */
export function mediaKindOf(mimeType: string): MediaKind {
  if (mimeType.startsWith('image/')) {
    return 'picture';
  }
  // Some containers of video have a type that begins with `application/`.
  return mimeType.startsWith('audio/') ? 'sound' : 'video';
}
