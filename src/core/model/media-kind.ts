/** The kinds of media files that recipes distinguish. */
export const mediaKinds = ['video', 'picture', 'sound'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Returns the kind of a material or a result from the MIME type, which an upload gets from its first bytes. */
export function getMediaKind(mimeType: string): MediaKind {
  if (mimeType.startsWith('image/')) {
    return 'picture';
  }
  // Some video containers have a type that starts with `application/`.
  return mimeType.startsWith('audio/') ? 'sound' : 'video';
}
