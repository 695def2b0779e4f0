const clock = /^(?:(\d+):)?(?:(\d+):)?(\d+(?:[.,]\d+)?)\s*s?$/;
const frames = /^(\d+)\s*f$/i;

/**
 * The time that a text says, in seconds of the canvas: `1:02.5`, `1:00:02`, `62.5`, frames as `98f`, and from where the playhead is
 * `+2`, `-12f`. Null where it says none.
 */
export function parseTime(text: string, now: number, frameRate: number): number | null {
  const trimmed = text.trim();
  const sign = trimmed.startsWith('+') ? 1 : trimmed.startsWith('-') ? -1 : 0;
  const length = parseLength(sign === 0 ? trimmed : trimmed.slice(1).trim(), frameRate);
  if (length === null) {
    return null;
  }
  return sign === 0 ? length : Math.max(0, now + sign * length);
}

function parseLength(text: string, frameRate: number): number | null {
  const byFrames = frames.exec(text);
  if (byFrames) {
    return Number(byFrames[1]) / frameRate;
  }
  const byClock = clock.exec(text);
  if (!byClock) {
    return null;
  }
  const [, first, second, rest = '0'] = byClock;
  const seconds = Number(rest.replace(',', '.'));
  // With one colon the first number is minutes, with two it is hours.
  const [hours, minutes] = second === undefined ? [0, Number(first ?? 0)] : [Number(first ?? 0), Number(second)];
  return 3600 * hours + 60 * minutes + seconds;
}
