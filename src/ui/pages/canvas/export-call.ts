import type { JobView } from '#operations/jobs.ts';

/** The fields of an export's job that a new call repeats: given values and filled-in defaults. */
const fields = ['format', 'width', 'height', 'frameRate', 'quality', 'span', 'background'];

/** Returns the canvas and the body of a call that repeats the export of a job. */
export function toExportCall(input: JobView['input']): { canvasId: string; body: Record<string, unknown> } {
  const body = Object.entries(input).filter(([name, value]) => fields.includes(name) && value !== null);
  return { canvasId: String(input['canvasId']), body: Object.fromEntries(body) };
}
