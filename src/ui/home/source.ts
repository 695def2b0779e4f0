import type { DataOf } from '../client.ts';

/** What is to be cut: a file of the person's, a material that is kept already, or a public address. */
export type Source =
  | {
      readonly kind: 'file';
      readonly file: File;
      /** The sample is cut with one click. */ readonly startsAtOnce?: true;
    }
  | {
      readonly kind: 'material';
      readonly handle: string;
      readonly name: string;
      readonly url: string;
      readonly bytes: number;
    }
  | { readonly kind: 'address'; readonly address: string };

/** What the browser could read of the video before anything is uploaded. */
export type VideoFacts = { readonly durationSeconds: number; readonly width: number; readonly height: number };

export const toMaterialSource = (material: DataOf<'listMaterials'>[number]): Source => ({
  kind: 'material',
  handle: material.material,
  name: material.name,
  url: material.url,
  bytes: material.bytes,
});

/** What to call the source. */
export function nameOf(source: Source): string {
  switch (source.kind) {
    case 'file':
      return source.file.name;
    case 'material':
      return source.name;
    case 'address':
    default:
      return source.address;
  }
}

/** Its size in bytes; null while it is only an address. */
export function sizeOf(source: Source): number | null {
  switch (source.kind) {
    case 'file':
      return source.file.size;
    case 'material':
      return source.bytes;
    case 'address':
    default:
      return null;
  }
}
