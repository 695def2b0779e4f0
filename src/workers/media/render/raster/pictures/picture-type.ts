/** What a picture's file is, as far as its decoding differs. */
export type PictureType =
  | { readonly kind: 'still' }
  /** May have frames in time, or is likely to; the type is what a decoder is asked for. */
  | { readonly kind: 'maybe-animated'; readonly mimeType: string; readonly isLikely: boolean }
  | { readonly kind: 'svg' };

/** How many bytes of a file are looked at. */
export const pictureHeadBytes = 4096;

/** Tells by the first bytes of a file. */
export function tellPictureType(head: Uint8Array): PictureType {
  const text = Array.from(head, (byte) => String.fromCharCode(byte)).join('');
  if (text.startsWith('GIF8')) {
    // The extension by which programs let a GIF repeat.
    return { kind: 'maybe-animated', mimeType: 'image/gif', isLikely: text.includes('NETSCAPE2.0') };
  }
  // An extended file with the bit of animations (RFC 9649, 2.7).
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
