import { Transform } from 'node:stream';

/** Creates a stream that replaces an ASCII text in a text of any encoding that contains ASCII, across the borders of chunks. */
export function createReplacer(from: string, to: string): Transform {
  let held = '';
  return new Transform({
    transform(chunk: Buffer, _, done) {
      // One letter for each byte, so that no character is split.
      const text = (held + chunk.toString('latin1')).replaceAll(from, to);
      held = text.slice(text.length - countBegun(text, from));
      done(null, Buffer.from(text.slice(0, text.length - held.length), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(held, 'latin1'));
    },
  });
}

/** Returns the length of the longest end of `text` with which `wanted` begins. */
function countBegun(text: string, wanted: string): number {
  for (let length = Math.min(wanted.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(wanted.slice(0, length))) {
      return length;
    }
  }
  return 0;
}
