import { getMediaKind, type MediaKind } from '#core/model/media-kind.ts';
import type { DataOf } from '#ui/app/client.ts';

/** The video of a run: a file of this device, a stored material, or a public URL. */
export type Source =
  /** `startsAtOnce` is for the sample, which starts with one click. */
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

/** Facts that the browser reads from the video before the upload: duration in seconds, size in pixels. */
export type VideoFacts = { readonly durationSeconds: number; readonly width: number; readonly height: number };

export const toMaterialSource = (material: DataOf<'listMaterials'>[number]): Source => ({
  kind: 'material',
  handle: material.material,
  name: material.name,
  url: material.url,
  bytes: material.bytes,
  mediaKind: material.kind,
});

/** Returns the name of the source. */
export function getName(source: Source): string {
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

/** Returns the source identifier for a run call; null for a file, which is uploaded first. */
export function getHandle(source: Source): string | null {
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

/** Returns the size of the source in bytes; null for a URL. */
export function getSize(source: Source): number | null {
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

/** Returns the kind of the source; `video` if unknown. */
export function getKind(source: Source): MediaKind {
  switch (source.kind) {
    case 'file':
      return getMediaKind(source.file.type);
    case 'material':
      return source.mediaKind;
    case 'address':
    default:
      return 'video';
  }
}
