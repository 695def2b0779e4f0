/** Returns `prefix_` and random bits in base64url, 128 by default: the id cannot be guessed, and its prefix names the kind. */
export function createId(prefix: string, bits = 128): string {
  const bytes = crypto.getRandomValues(new Uint8Array(bits / 8));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `${prefix}_${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
