import { Failure } from '#core/failure.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import { openFile } from '../source/open-source.ts';
import type { MediaFiles } from '../source/media-file.ts';
import type { Source, Warn } from '../source/source.ts';

/** Opens an asset as a video. What is missing, damaged or no video is a warning and null: the canvas has a gap there. */
export async function openAsset(
  files: MediaFiles,
  assets: Readonly<Record<string, AssetFile>>,
  assetId: string,
  warn: Warn,
): Promise<Source | null> {
  const asset = assets[assetId];
  if (!asset) {
    warn(`The material "${assetId}" is no longer there; what it would show is left out.`);
    return null;
  }
  try {
    const opened = await openFile(await files.read(asset.file), warn);
    if (opened.source) {
      return opened.source;
    }
    warn(`The material "${assetId}" is no video; what it would show is left out.`);
  } catch (thrown) {
    const reason = thrown instanceof Failure ? thrown.message : 'It could not be opened.';
    warn(`The material "${assetId}" is left out. ${reason}`);
  }
  return null;
}
