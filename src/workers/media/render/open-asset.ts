import { Failure } from '#core/failure.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { nameUsersOf } from '#core/timeline/schedule.ts';
import { openFile } from '../source/open-source.ts';
import type { MediaFiles } from '../source/media-file.ts';
import type { Source, Warn } from '../source/source.ts';

/** What names an asset, and where its file is. */
type Canvas = { readonly document: TimelineDocument; readonly assets: Readonly<Record<string, AssetFile>> };

/** Files of a canvas; `openSeen` gives what is known of a video already, where that is enough. */
export type CanvasFiles = MediaFiles & { readonly openSeen?: (file: string) => Source | null };

/**
 * Opens an asset as a video. What is missing, damaged or no video is null and a warning with the names of its items: the canvas has
 * a gap there. Rejects, after a warning, where the file could not be read, which may be otherwise later.
 */
export async function openAsset(
  files: CanvasFiles,
  { document, assets }: Canvas,
  assetId: string,
  warn: Warn,
): Promise<Source | null> {
  const asset = assets[assetId];
  const names = nameUsersOf(document, assetId);
  if (!asset) {
    warn(`What ${names} would show is left out: the material is no longer there.`);
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
    warn(`What ${names} would show is left out: the material is no video.`);
  } catch (thrown) {
    const reason = thrown instanceof Failure ? thrown.message : 'It could not be opened.';
    warn(`What ${names} would show is left out. ${reason}`);
    if (!(thrown instanceof Failure && thrown.code === 'UNSUPPORTED_MEDIA')) {
      throw thrown;
    }
  }
  return null;
}

/** The assets that had no file before, or another one. */
export const listOtherFiles = (before: Canvas['assets'], after: Canvas['assets']): string[] =>
  Object.entries(after).flatMap(([id, { file }]) => (before[id]?.file === file ? [] : [id]));
