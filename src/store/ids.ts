import { drawSeeded, isSeeded } from '#core/lib/seeded.ts';

/**
 * Returns `prefix_` and random bits in base64url, 128 by default: the id cannot be guessed, and its prefix names the kind. With a
 * seed of the lab, the bits are reproducible.
 */
export function createId(prefix: string, bits = 128): string {
  const bytes = new Uint8Array(bits / 8);
  if (isSeeded()) {
    bytes.forEach((_, at) => (bytes[at] = 256 * drawSeeded(prefix)));
  } else {
    crypto.getRandomValues(bytes);
  }
  const base64 = btoa(String.fromCharCode(...bytes));
  return `${prefix}_${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
