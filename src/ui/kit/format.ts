/** `12 s`, `3 min 05 s`, `2 h 10 min`: a length of time in words. */
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

/** `0:03.25`, `1:02:03.00`: a position in a video, to the hundredth of a second. */
export function toTimecode(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const whole = Math.floor(hundredths / 100);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = `${pad(whole % 60)}.${pad(hundredths % 100)}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** `840 B`, `1.4 MB`, `2.0 GB`, in powers of ten as file managers count. */
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

/** `41 %`, rounded down, so that 100 % is said only when all is done. */
export const toPercent = (share: number): string => `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;

/** `1 job`, `2 jobs`. */
export const toCount = (count: number, one: string, many = `${one}s`): string =>
  `${toNumber(count)} ${count === 1 ? one : many}`;

/**
 * `12,345.6`: what `toLocaleString('en')` writes. The first use of that, or of a date's, loads data of the browser for about
 * 20 ms, just while a page is shown first.
 */
export function toNumber(value: number): string {
  const [whole = '', rest] = String(Math.round(value * 1000) / 1000).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** `just now`, `5 min ago`, `3 h ago`, then the date; both times in milliseconds since 1970. */
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

/** `3 May 2026, 14:05` in the zone of this device. */
export function toDate(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getDate()} ${months[at.getMonth()] ?? ''} ${at.getFullYear()}, ${toClock(atMs).slice(0, 5)}`;
}

/** `14:05:09` in the zone of this device. */
export function toClock(atMs: number): string {
  const at = new Date(atMs);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

const pad = (value: number): string => String(value).padStart(2, '0');
