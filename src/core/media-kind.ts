/** What a material is to a person: moving pictures, one picture, or sound. */
export type MediaKind = 'video' | 'picture' | 'sound';

/** The kind of a file by its MIME type, which uploads are told by their content. */
export function mediaKindOf(mimeType: string): MediaKind {
  if (mimeType.startsWith('image/')) {
    return 'picture';
  }
  return mimeType.startsWith('audio/') ? 'sound' : 'video';
}
