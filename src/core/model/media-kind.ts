/** The kinds of materials. A font is for the texts of canvases. */
export const mediaKinds = ['video', 'picture', 'sound', 'font'] as const;
export type MediaKind = (typeof mediaKinds)[number];
/** The kinds of which a timeline has clips. */
export type ClipKind = Exclude<MediaKind, 'font'>;

/** Returns the kind of a material or a result from the MIME type, which an upload gets from its first bytes. */
export function getMediaKind(mimeType: string): MediaKind {
  if (mimeType.startsWith('image/')) {
    return 'picture';
  }
  if (mimeType.startsWith('font/')) {
    return 'font';
  }
  // Some video containers have a type that starts with `application/`.
  return mimeType.startsWith('audio/') ? 'sound' : 'video';
}
