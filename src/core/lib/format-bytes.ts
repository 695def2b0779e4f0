const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats a size in decimal units: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : Number(value.toPrecision(3))} ${units[power]}`;
}
