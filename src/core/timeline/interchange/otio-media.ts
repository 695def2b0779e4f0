import type { MediaKind } from '#core/model/media-kind.ts';
import { shorten } from '#core/lib/shorten.ts';
import { listFileNames } from './otio-file-names.ts';
import { toSeconds, type MediaReference, type OtioChild } from './otio-schema.ts';

/** A stored file that a clip can play; sizes in pixels, null if unknown. */
export type FoundMedia = {
  readonly assetId: string;
  readonly kind: MediaKind;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** Frames per second of a video. */
  readonly frameRate?: number | null;
  readonly name?: string;
  /** The number of audio tracks, if it is known. */
  readonly audioTracks?: number | undefined;
};

/** Finds a file by its id, or by its name. */
export type FindMedia = (wanted: { readonly assetId?: string; readonly fileName: string }) => FoundMedia | undefined;

/** Returns the media of a clip. `assetId` is the id in a clip that Offcut wrote. */
export type MediaOf = (child: OtioChild, assetId?: string) => FoundMedia | undefined;

type Missing = { readonly key: string; readonly name: string; readonly candidates: readonly FoundMedia[] };

/** The active media reference of a clip. */
export function findReference(child: OtioChild): MediaReference | undefined {
  const { media_references: references, active_media_reference_key: key } = child;
  return references?.[key ?? 'DEFAULT_MEDIA'] ?? child.media_reference ?? undefined;
}

/** Returns the likely file name of a clip's media. A clip whose media has no path often has the name of its file. */
export const getFileName = (child: OtioChild): string => getNames(child)[0] ?? '';

function getNames(child: OtioChild): string[] {
  const names = listFileNames(findReference(child)?.target_url ?? '');
  return names.length > 0 ? names : [child.name];
}

/**
 * Finds the media of clips by id and by name. A file of another name is used only if its content matches the `available_range` of
 * the reference, it is the only such file, no clip names it, and it matches no other missing file. Each use of such a file adds a
 * warning.
 */
export function createMediaFinder(
  children: readonly OtioChild[],
  findMedia: FindMedia,
  media: readonly FoundMedia[],
  warnings: Set<string>,
): MediaOf {
  const byName = (child: OtioChild, assetId?: string): FoundMedia | undefined =>
    (assetId === undefined ? undefined : findMedia({ assetId, fileName: '' })) ??
    getNames(child)
      .map((fileName) => findMedia({ fileName }))
      .find((found) => found !== undefined);
  const chosen = chooseByContent(listClips(children), byName, media);
  return (child, assetId) => {
    const found = byName(child, assetId);
    const other = found ? undefined : chosen.get(getKey(child));
    if (other) {
      const names = `"${shorten(getFileName(child))}" is not among the materials; "${shorten(other.name ?? other.assetId)}"`;
      warnings.add(`${names} is used instead, because it is the only one with the same duration.`);
    }
    return found ?? other;
  };
}

function chooseByContent(
  clips: readonly Clip[],
  byName: MediaOf,
  media: readonly FoundMedia[],
): ReadonlyMap<string, FoundMedia> {
  const named = new Set<string>();
  const missing = new Map<string, Missing>();
  for (const { child, isSound } of clips) {
    const found = byName(child);
    const key = getKey(child);
    if (found) {
      named.add(found.assetId);
    } else if (findReference(child) && !missing.has(`${key} ${isSound}`)) {
      const candidates = media.filter((one) => hasContentOf(one, child, isSound));
      missing.set(`${key} ${isSound}`, { key, name: getFileName(child), candidates });
    }
  }
  const single = [...missing.values()].flatMap(({ key, candidates }) => {
    const [only, ...others] = candidates.filter(({ assetId }) => !named.has(assetId));
    return only && others.length === 0 ? [{ key, only }] : [];
  });
  const isClaimedTwice = ({ key, only }: (typeof single)[number]): boolean =>
    single.some((other) => other.only.assetId === only.assetId && other.key !== key) ||
    single.some((other) => other.key === key && other.only.assetId !== only.assetId);
  return new Map(single.filter((one) => !isClaimedTwice(one)).map(({ key, only }) => [key, only]));
}

/** Returns a key that clips of one file share, even if its video and its audio are two clips. */
const getKey = (child: OtioChild): string => findReference(child)?.target_url || child.name;

type Clip = { readonly child: OtioChild; readonly isSound: boolean };

const listClips = (children: readonly OtioChild[], isSound = false): Clip[] =>
  children.flatMap((child) => {
    const isOfSound = isSound || child.kind === 'Audio';
    const clip = findReference(child) ? [{ child, isSound: isOfSound }] : [];
    return [...clip, ...listClips(child.children ?? [], isOfSound)];
  });

/** Whether a file has the duration and, for videos, the frame rate of the media that a clip names. */
function hasContentOf(media: FoundMedia, child: OtioChild, isSound: boolean): boolean {
  const reference = findReference(child);
  const range = reference?.available_range;
  const isFile =
    reference?.OTIO_SCHEMA.startsWith('ExternalReference.') || reference?.OTIO_SCHEMA.startsWith('MissingReference.');
  if (
    !range ||
    !isFile ||
    media.durationSeconds === null ||
    (isSound ? media.kind === 'picture' : media.kind !== 'video')
  ) {
    return false;
  }
  const { rate } = range.duration;
  const wantedSeconds = toSeconds(range.duration);
  const isSameRate = isSound || Math.abs((media.frameRate ?? Number.NaN) - rate) < 0.01;
  // The sample rate of audio is far finer than the duration that containers state.
  const toleranceSeconds = Math.max(1 / rate, 0.02) + 1e-6;
  return wantedSeconds > 0 && isSameRate && Math.abs(media.durationSeconds - wantedSeconds) <= toleranceSeconds;
}
