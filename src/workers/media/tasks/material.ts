import type { AudioTrack, TaskHooks } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { openPicture as decodePicture } from '../render/raster/pictures/open-picture.ts';
import { openFile } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';

/** An open material: a video with its frames, an image, or audio. */
export type Material =
  | {
      readonly kind: 'video';
      readonly source: Source;
      readonly audioTracks: readonly AudioTrack[];
      close(): Promise<void>;
    }
  | { readonly kind: 'picture'; readonly bitmap: ImageBitmap; close(): Promise<void> }
  | {
      readonly kind: 'sound';
      readonly durationSeconds: number;
      readonly audioTracks: readonly AudioTrack[];
      close(): Promise<void>;
    };

/** Opens a file. Throws UNSUPPORTED_MEDIA, with a message that gives the reason, for a file that cannot be used. */
export async function openMaterial(file: File, hooks: TaskHooks): Promise<Material> {
  const opened = await openFile(file, () => undefined, hooks);
  const { audioTracks } = opened;
  if (opened.source) {
    const { source } = opened;
    return { kind: 'video', source, audioTracks, close: () => source.close() };
  }
  const { info } = opened;
  return info.kind === 'picture'
    ? openPicture(file, info.container)
    : { kind: 'sound', durationSeconds: info.durationSeconds, audioTracks, close: () => Promise.resolve() };
}

async function openPicture(file: File, container: string): Promise<Material> {
  try {
    const picture = await decodePicture(file);
    const canvas = await picture.draw(0, picture);
    picture.close();
    const bitmap = canvas.transferToImageBitmap();
    return { kind: 'picture', bitmap, close: async () => bitmap.close() };
  } catch (cause) {
    if (cause instanceof Failure) {
      throw cause;
    }
    const message = `This browser cannot decode the image (${container}). Save it as PNG or JPEG.`;
    throw new Failure('UNSUPPORTED_MEDIA', { message, cause });
  }
}
