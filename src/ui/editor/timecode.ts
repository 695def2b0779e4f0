/** The frame numbers that each minute leaves out, except every tenth minute, in drop-frame timecode; 0 for other rates. */
function getDropped(frameRate: number): number {
  const isDropped = [30_000 / 1001, 60_000 / 1001].some((rate) => Math.abs(rate - frameRate) < 0.005);
  return isDropped ? 2 * Math.round(frameRate / 30) : 0;
}

/**
 * Writes a frame number, which counts from 0, as timecode `hh:mm:ss:ff` (SMPTE ST 12-1). At 29.97 and 59.94 frames a second it is
 * drop-frame timecode `hh:mm:ss;ff`, which stays close to the time of day. Other fractional rates count as the next whole rate.
 */
export function toTimecode(frame: number, frameRate: number): string {
  const rate = Math.max(1, Math.round(frameRate));
  const dropped = getDropped(frameRate);
  const number = dropped === 0 ? frame : frame + countDropped(frame, rate, dropped);
  const seconds = Math.floor(number / rate);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(pad);
  return `${parts.join(':')}${dropped === 0 ? ':' : ';'}${pad(number % rate)}`;
}

/** Counts the numbers that are left out before a frame. */
function countDropped(frame: number, rate: number, dropped: number): number {
  const inMinute = 60 * rate - dropped;
  const inTenMinutes = 10 * inMinute + dropped;
  const tens = Math.floor(frame / inTenMinutes);
  const rest = frame % inTenMinutes;
  const minutes = rest < 60 * rate ? 0 : 1 + Math.floor((rest - 60 * rate) / inMinute);
  return dropped * (9 * tens + minutes);
}

/** Parses timecode into a frame number; null for other text, and for a frame that the rate does not have. */
export function fromTimecode(text: string, frameRate: number): number | null {
  const found = /^(\d+):([0-5]?\d):([0-5]?\d)[:;](\d+)$/.exec(text);
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = found?.slice(1).map(Number) ?? [];
  const rate = Math.max(1, Math.round(frameRate));
  if (!found || frames >= rate) {
    return null;
  }
  const allMinutes = 60 * hours + minutes;
  const dropped = getDropped(frameRate) * (allMinutes - Math.floor(allMinutes / 10));
  return rate * (60 * allMinutes + seconds) + frames - dropped;
}

const pad = (value: number): string => String(value).padStart(2, '0');
