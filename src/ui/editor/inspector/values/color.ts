/** Splits a color of the document, `#rrggbb` or `#rrggbbaa`, into its opaque part and its alpha, 0 to 1. */
export function splitColor(color: string): { readonly opaque: string; readonly alpha: number } {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return { opaque: color.slice(0, 7), alpha };
}

/** Joins a color and its alpha, 0 to 1; the result has no alpha if it is opaque. */
export function joinColor(opaque: string, alpha: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return byte === 255 ? opaque : opaque + byte.toString(16).padStart(2, '0');
}

/** Parses a typed color, with its alpha if it has one: `#1a2b3c`, `fff`, `#0008`. Returns null for anything else. */
export function parseColor(text: string): { readonly opaque: string; readonly alpha: number | null } | null {
  const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text.trim().toLowerCase())?.[1];
  if (digits === undefined) {
    return null;
  }
  const full = digits.length <= 4 ? digits.replaceAll(/./g, '$&$&') : digits;
  return { opaque: `#${full.slice(0, 6)}`, alpha: full.length === 8 ? splitColor(`#${full}`).alpha : null };
}
