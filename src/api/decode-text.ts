/** Encodings by their byte order marks, which decoders drop. */
const marks: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * Decodes a text file: UTF-16 with a byte order mark, or without one when the first character is ASCII; otherwise UTF-8 with
 * or without a byte order mark. The mark is not part of the text.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

function detectEncoding(bytes: Uint8Array): string {
  const marked = marks.find(({ bytes: mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) {
    return marked.encoding;
  }
  const [first = 0, second = 0] = bytes;
  if (bytes.byteLength >= 2 && (first === 0) !== (second === 0)) {
    return first === 0 ? 'utf-16be' : 'utf-16le';
  }
  return 'utf-8';
}
