import type { JobView } from '#operations/jobs.ts';

type Sized = { readonly material: string; readonly width?: number | undefined; readonly height?: number | undefined };

/**
 * Returns the aspect ratio (width / height) of a job's future result: of its only clip, else of its input, else of its
 * first material; else 16:9.
 */
export function getShape({ input, material }: Pick<JobView, 'input' | 'material'>, kept: readonly Sized[]): number {
  // With a clip, the aspect ratio applies only to a result without one.
  const aspect = typeof input['material'] === 'string' ? '' : String(input['aspect']);
  const [, across, down] = /^(\d+):(\d+)$/.exec(aspect) ?? [];
  const asked = Number(across ?? input['width']) / Number(down ?? input['height']);
  if (asked > 0 && Number.isFinite(asked)) {
    return asked;
  }
  const { width = 16, height = 9 } = kept.find((each) => each.material === material) ?? {};
  return width / height;
}
