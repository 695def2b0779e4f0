import type { JobView } from '#operations/jobs.ts';

type Sized = { readonly material: string; readonly width?: number | undefined; readonly height?: number | undefined };

/**
 * Width by height of what a job makes, before it is there: as its one clip, else as it was asked for, else as its first material;
 * else 16:9.
 */
export function shapeOf({ input, material }: Pick<JobView, 'input' | 'material'>, kept: readonly Sized[]): number {
  // Beside one clip an aspect is that of what would stand alone.
  const aspect = typeof input['material'] === 'string' ? '' : String(input['aspect']);
  const [, across, down] = /^(\d+):(\d+)$/.exec(aspect) ?? [];
  const asked = Number(across ?? input['width']) / Number(down ?? input['height']);
  if (asked > 0 && Number.isFinite(asked)) {
    return asked;
  }
  const { width = 16, height = 9 } = kept.find((each) => each.material === material) ?? {};
  return width / height;
}
