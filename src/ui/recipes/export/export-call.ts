import type { JobView } from '#operations/jobs.ts';

/** The call that makes an export like that of a job: its canvas, and the body. What only says how it came out is left out. */
export function toExportCall({ canvasId, revision: _, durationSeconds: __, span, ...body }: JobView['input']) {
  return { canvasId: String(canvasId), body: { ...body, ...(span !== null && { span }) } };
}
