/** Formats a duration in words: `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function toDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) {
    return `${whole} s`;
  }
  if (whole < 3600) {
    const rest = whole % 60;
    return rest === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${pad(rest)} s`;
  }
  const minutes = Math.round(whole / 60);
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${pad(rest)} min`;
}

/** Formats a position in a video to a hundredth of a second: `0:03.25`, `1:02:03.00`. */
export function toTimecode(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const whole = Math.floor(hundredths / 100);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = `${pad(whole % 60)}.${pad(hundredths % 100)}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Formats a file size: `840 B`, `1.4 MB`, `2.0 GB`, in powers of ten like file managers. */
export function toSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}

/** Formats a share as `41 %`, rounded down, so that 100 % means complete. */
export const toPercent = (share: number): string => `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;

/** Formats a count: `1 job`, `2 jobs`. */
export const toCount = (count: number, one: string, many = `${one}s`): string =>
  `${toNumber(count)} ${count === 1 ? one : many}`;

/**
 * Formats a number as `toLocaleString('en')` does: `12,345.6`. The first call of that function, or of a date's, loads
 * browser data for about 20 ms during the first render.
 */
export function toNumber(value: number): string {
  const [whole = '', rest] = String(Math.round(value * 1000) / 1000).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** Formats a past time: `just now`, `5 min ago`, `3 h ago`, then the date; both times in milliseconds since 1970. */
export function toAge(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < 1) {
    return 'just now';
  }
  if (minutes < 60) {
    return `${minutes} min ago`;
  }
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : toDate(atMs);
}

/** Formats a date and time: `3 May 2026, 14:05`, in this device's time zone. */
export function toDate(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getDate()} ${months[at.getMonth()] ?? ''} ${at.getFullYear()}, ${toClock(atMs).slice(0, 5)}`;
}

/** Formats a time: `14:05:09`, in this device's time zone. */
export function toClock(atMs: number): string {
  const at = new Date(atMs);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

const pad = (value: number): string => String(value).padStart(2, '0');
