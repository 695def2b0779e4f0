import { Failure } from '#core/lib/failure.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { nameUsers } from '#core/timeline/schedule.ts';
import { openFile } from '../source/open-source.ts';
import type { MediaFiles } from '../source/media-file.ts';
import type { Source, Warn } from '../source/source.ts';

/** The document that references assets, and their files. */
type Canvas = { readonly document: TimelineDocument; readonly assets: Readonly<Record<string, AssetFile>> };

/** The files of a canvas; `openSeen` returns stored frames of a video, if those are sufficient. */
export type CanvasFiles = MediaFiles & { readonly openSeen?: (file: string) => Source | null };

/**
 * Opens an asset as a video. For a missing, damaged or non-video asset, returns null and adds a warning with the names of its
 * items: the canvas has a gap there. Rejects, after a warning, if the file could not be read, which may succeed later.
 */
export async function openAsset(
  files: CanvasFiles,
  { document, assets }: Canvas,
  assetId: string,
  warn: Warn,
): Promise<Source | null> {
  const asset = assets[assetId];
  const names = nameUsers(document, assetId);
  if (!asset) {
    warn(`${names}: not shown, because the material no longer exists.`);
    return null;
  }
  const seen = files.openSeen?.(asset.file);
  if (seen) {
    return seen;
  }
  try {
    const opened = await openFile(await files.read(asset.file), (sentence) => warn(`${names}: ${sentence}`));
    if (opened.source) {
      return opened.source;
    }
    warn(`${names}: not shown, because the material is not a video.`);
  } catch (thrown) {
    const reason = thrown instanceof Failure ? thrown.message : 'It could not be opened.';
    warn(`${names}: not shown. ${reason}`);
    if (!(thrown instanceof Failure && thrown.code === 'UNSUPPORTED_MEDIA')) {
      throw thrown;
    }
  }
  return null;
}

/** Lists the assets with a new or changed file. */
export const listOtherFiles = (before: Canvas['assets'], after: Canvas['assets']): string[] =>
  Object.entries(after).flatMap(([id, { file }]) => (before[id]?.file === file ? [] : [id]));
