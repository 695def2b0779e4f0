/** The type of an image file, as far as it affects decoding. */
export type PictureType =
  | { readonly kind: 'still' }
  /** May have frames over time, or probably has; the type is for the decoder. */
  | { readonly kind: 'maybe-animated'; readonly mimeType: string; readonly isLikely: boolean }
  | { readonly kind: 'svg' };

/** The number of bytes of a file that are read. */
export const pictureHeadBytes = 4096;

/** Determines the type from the first bytes of a file. */
export function tellPictureType(head: Uint8Array): PictureType {
  const text = Array.from(head, (byte) => String.fromCharCode(byte)).join('');
  if (text.startsWith('GIF8')) {
    // The extension by which programs let a GIF repeat.
    return { kind: 'maybe-animated', mimeType: 'image/gif', isLikely: text.includes('NETSCAPE2.0') };
  }
  // An extended file with the animation flag (RFC 9649, 2.7).
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8X', 8) && ((head[20] ?? 0) & 2) !== 0) {
    return { kind: 'maybe-animated', mimeType: 'image/webp', isLikely: true };
  }
  if (text.startsWith('ftypavis', 4)) {
    return { kind: 'maybe-animated', mimeType: 'image/avif', isLikely: true };
  }
  if (text.startsWith('PNG', 1) && text.includes('acTL')) {
    return { kind: 'maybe-animated', mimeType: 'image/png', isLikely: true };
  }
  return /<svg[\s>]/i.test(text) || /^(?:\xef\xbb\xbf)?\s*<\?xml/.test(text) ? { kind: 'svg' } : { kind: 'still' };
}
