import type { DataOf } from '../client.ts';

/** What is to be cut: a file of the person's, a material that is kept already, or a public address. */
export type Source =
  /** `startsAtOnce` is for the sample, which is cut with one click. */
  | { readonly kind: 'file'; readonly file: File; readonly startsAtOnce?: true }
  | {
      readonly kind: 'material';
      readonly handle: string;
      readonly name: string;
      readonly url: string;
      readonly bytes: number;
      readonly mimeType: string;
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
  mimeType: material.mimeType,
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

/** Its MIME type, empty where nobody knows it yet. */
export function mimeTypeOf(source: Source): string {
  switch (source.kind) {
    case 'file':
      return source.file.type;
    case 'material':
      return source.mimeType;
    case 'address':
    default:
      return '';
  }
}
