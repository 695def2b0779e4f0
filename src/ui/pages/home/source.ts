import { mediaKindOf, type MediaKind } from '#core/model/media-kind.ts';
import type { DataOf } from '#ui/app/client.ts';

/** The video of a run: a file of this device, a stored material, or a public address. */
export type Source =
  /** `startsAtOnce` is for the sample, which is cut with one click. */
  | { readonly kind: 'file'; readonly file: File; readonly startsAtOnce?: true }
  | {
      readonly kind: 'material';
      readonly handle: string;
      readonly name: string;
      readonly url: string;
      readonly bytes: number;
      readonly mediaKind: MediaKind;
    }
  | { readonly kind: 'address'; readonly address: string };

/** Facts that the browser reads from the video before the upload: length in seconds, size in pixels. */
export type VideoFacts = { readonly durationSeconds: number; readonly width: number; readonly height: number };

export const toMaterialSource = (material: DataOf<'listMaterials'>[number]): Source => ({
  kind: 'material',
  handle: material.material,
  name: material.name,
  url: material.url,
  bytes: material.bytes,
  mediaKind: material.kind,
});

/** The name of the source. */
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

/** What a run call names the source by; null for a file, which is stored first. */
export function handleOf(source: Source): string | null {
  switch (source.kind) {
    case 'file':
      return null;
    case 'material':
      return source.handle;
    case 'address':
    default:
      return source.address;
  }
}

/** The size of the source in bytes; null for an address. */
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

/** The kind of the source; `video` where it is unknown. */
export function kindOf(source: Source): MediaKind {
  switch (source.kind) {
    case 'file':
      return mediaKindOf(source.file.type);
    case 'material':
      return source.mediaKind;
    case 'address':
    default:
      return 'video';
  }
}
