import type { JobView } from '#operations/jobs.ts';

/** The fields of the call that an export's job repeats as they were given, or as they were filled in. */
const fields = ['format', 'width', 'height', 'frameRate', 'quality', 'span', 'background'];

/** The call that makes an export like that of a job: its canvas, and the body. */
export function toExportCall(input: JobView['input']): { canvasId: string; body: Record<string, unknown> } {
  const body = Object.entries(input).filter(([name, value]) => fields.includes(name) && value !== null);
  return { canvasId: String(input['canvasId']), body: Object.fromEntries(body) };
}
