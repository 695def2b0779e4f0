import type { TimelineDocument } from '../document.ts';
import { getAssetIds } from '../schedule.ts';
import { createClock } from './fcpxml-time.ts';
import type { MediaFile, MediaFiles } from './media-file.ts';
import { element, type XmlElement } from './xml.ts';

/** The resources that clips refer to: formats, files, and the title template of texts. */
export type Resources = {
  readonly elements: readonly XmlElement[];
  readonly formatId: string;
  readonly titleId: string;
  /** The id of each asset's file; missing files have none. */
  readonly assets: ReadonlyMap<string, { readonly id: string; readonly file: MediaFile }>;
};

/** The template that Final Cut Pro includes. */
const titleTemplate = '.../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti';

/** The format of still images. Editors treat images with this format name as having no frame rate, despite other attributes. */
const formatWithoutRate = 'FFVideoFormatRateUndefined';

/** Returns the resources of a document. */
export function toResources(document: TimelineDocument, files: MediaFiles): Resources {
  const { frameDuration } = createClock(document.frameRate);
  const assets = new Map(
    getAssetIds(document).flatMap((assetId, index) => {
      const file = files[assetId];
      return file ? [[assetId, { id: `r${index * 2 + 3}`, file }] as const] : [];
    }),
  );
  const elements = [
    element('format', {
      id: 'r1',
      frameDuration,
      width: document.width,
      height: document.height,
    }),
    element('effect', { id: 'r2', name: 'Basic Title', uid: titleTemplate }),
    ...[...assets.values()].flatMap(({ id, file }, index) => toAsset(id, `r${index * 2 + 4}`, file)),
  ];
  return { elements, formatId: 'r1', titleId: 'r2', assets };
}

/** Writes a file, and the format of its video or image if it has any. */
function toAsset(id: string, formatId: string, { name, url, facts }: MediaFile): XmlElement[] {
  const isPicture = facts?.kind === 'picture';
  const hasVideo = facts?.kind !== 'sound';
  const hasAudio = facts === null || facts.hasSound || facts.kind === 'sound';
  const { frameRate = null, durationSeconds = null } = isPicture ? {} : (facts ?? {});
  const clock = createClock(frameRate ?? 30);
  const format = element('format', {
    id: formatId,
    name: frameRate === null ? formatWithoutRate : undefined,
    frameDuration: frameRate === null ? undefined : clock.frameDuration,
    width: facts?.width ?? undefined,
    height: facts?.height ?? undefined,
  });
  const asset = element(
    'asset',
    {
      id,
      name,
      start: '0s',
      duration: durationSeconds === null ? '0s' : clock.write(Math.max(1, clock.countFrames(durationSeconds))),
      hasVideo: hasVideo ? 1 : undefined,
      format: hasVideo ? formatId : undefined,
      hasAudio: hasAudio ? 1 : undefined,
      audioSources: hasAudio ? 1 : undefined,
      audioChannels: hasAudio ? 2 : undefined,
      audioRate: hasAudio ? 48_000 : undefined,
    },
    [element('media-rep', { kind: 'original-media', src: url })],
  );
  return hasVideo ? [format, asset] : [asset];
}
