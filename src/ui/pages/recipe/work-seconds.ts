import { toList, toRecord, toText, type Json } from '#ui/app/json.ts';

type Kept = { readonly material: string; readonly durationSeconds?: number | undefined };

/** Returns how many seconds of video a run processes: the selected span, else all of its materials; null if unknown. */
export function toWorkSeconds(body: Json, kept: readonly Kept[]): number | null {
  const named = [toText(body['material']), ...toList(body['materials']).map(toText)];
  const whole = kept
    .filter(({ material }) => named.includes(material))
    .reduce((sum, { durationSeconds = 0 }) => sum + durationSeconds, 0);
  const part = getSpanSeconds(body['trim']) ?? getSpanSeconds(body['window']);
  const seconds = part === null ? whole : whole === 0 ? part : Math.min(part, whole);
  return seconds > 0 ? seconds : null;
}

/** Returns the duration of a span; null if it has no end. */
function getSpanSeconds(value: unknown): number | null {
  const { startSeconds = 0, endSeconds } = toRecord(value);
  return typeof startSeconds === 'number' && typeof endSeconds === 'number' && endSeconds > startSeconds
    ? endSeconds - startSeconds
    : null;
}
