import type { Size } from '#core/lib/size.ts';
import { call } from '#ui/app/client.ts';

/** Creates an empty canvas and returns its id. Throws OffcutError. */
export async function makeEmptyCanvas(title: string, size: Size, frameRate: number): Promise<string> {
  const background = { type: 'color', color: '#000000' } as const;
  const document = { version: 2 as const, title, ...size, frameRate, background, tracks: [] };
  return (await call('createCanvas', { body: { document } })).id;
}

/** Creates a canvas that plays materials in their order, named after the file `name`. Throws OffcutError. */
export async function makeCanvas(
  materials: readonly string[],
  name: string,
): Promise<{ readonly id: string; readonly title: string; readonly warnings: readonly string[] }> {
  const title = name.replace(/\.[^.]{1,8}$/, '') || 'Untitled';
  const { id, warnings = [] } = await call('createCanvas', { body: { title, materials: [...materials] } });
  return { id, title, warnings };
}
