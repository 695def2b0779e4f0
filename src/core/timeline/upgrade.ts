import * as z from 'zod';
import { Failure } from '../lib/failure.ts';
import { shorten } from '../lib/shorten.ts';
import { timelineDocument, type TimelineDocument } from './document.ts';
import { toCanvasRate } from './frames.ts';
import { documentLimits } from './limits.ts';
import { documentVersion } from './version.ts';

/** Reads documents of all versions, from the store and from outside. */

/** The document of a row. A newer version throws VALIDATION_FAILED, so that it is never overwritten. */
export const storedDocument = z.preprocess(upgradeDocument, timelineDocument);

/** A document of a version that is newer than this build of Offcut, with any content. */
const newerDocument = z.looseObject({ version: z.int().min(documentVersion + 1) });

/** The document of a canvas's row: one that can be read, or a newer one, which stays unchanged. */
export const keptDocument = z.union([newerDocument, storedDocument]);
type KeptDocument = z.output<typeof keptDocument>;

export const isKnownDocument = (document: KeptDocument): document is TimelineDocument =>
  document.version === documentVersion;

/** Returns the document. Throws VALIDATION_FAILED if it is of a newer version. */
export function requireKnownDocument(document: KeptDocument): TimelineDocument {
  if (!isKnownDocument(document)) {
    throw toNewerFailure(toNewerSentence(document.version));
  }
  return document;
}

/** A document from outside, which may be of an older version. A newer version is an issue at its `version`. */
export const documentOfAnyVersion = z.preprocess((value, context) => {
  const message = describeNewer(value);
  if (message === null) {
    return upgradeDocument(value);
  }
  context.addIssue({ code: 'custom', path: ['version'], message });
  return z.NEVER;
}, timelineDocument);

/** The functions that upgrade a document to the next version, by the version that they read. */
const upgrades: Readonly<Record<number, (document: unknown) => unknown>> = { 1: fromVersion1 };

/**
 * Upgrades a document of an older version to the newest. Returns anything else unchanged, for the schema to validate. Throws
 * VALIDATION_FAILED for a newer version.
 */
export function upgradeDocument(value: unknown): unknown {
  const message = describeNewer(value);
  if (message !== null) {
    throw toNewerFailure(message);
  }
  let document = value;
  for (let version = getVersion(value) ?? documentVersion; version < documentVersion; version += 1) {
    document = upgrades[version]?.(document);
  }
  return document;
}

function describeNewer(value: unknown): string | null {
  const version = getVersion(value);
  return version !== null && version > documentVersion ? toNewerSentence(version) : null;
}

/** Returns the error message for a canvas of a newer version. */
export const toNewerSentence = (version: number): string =>
  `This canvas has version ${version}, and this build of Offcut supports versions up to ${documentVersion}; reload the page, or update Offcut, and open the canvas again.`;

const toNewerFailure = (message: string): Failure =>
  new Failure('VALIDATION_FAILED', { message, details: [{ path: 'version', message }] });

/** Returns the version of a value that looks like a document; null for anything else. The first version had no such field. */
function getVersion(value: unknown): number | null {
  const said = z.looseObject({ version: z.int().positive() }).safeParse(value);
  if (said.success) {
    return said.data.version;
  }
  return version1.safeParse(value).success ? 1 : null;
}

const item1 = z.object({
  id: z.string(),
  type: z.literal('video'),
  name: z.string(),
  role: z.string().optional(),
  assetId: z.string(),
  proxyAssetId: z.string().nullable(),
  startSeconds: z.number(),
  durationSeconds: z.number(),
  sourceStartSeconds: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  opacity: z.number(),
  isMuted: z.boolean(),
  isHidden: z.boolean(),
});

const version1 = z.object({
  version: z.undefined().optional(),
  title: z.string(),
  width: z.int(),
  height: z.int(),
  frameRate: z.number(),
  durationSeconds: z.number(),
  background: z.unknown(),
  tracks: z.array(z.object({ id: z.string(), name: z.string(), items: z.array(item1) })),
});

/** Upgrades version 1: x and y were the top left corner, the duration was stored, and today's limits did not exist. */
function fromVersion1(value: unknown): unknown {
  const { title, width, height, frameRate, background, tracks } = version1.parse(value);
  const toItem = ({ proxyAssetId, ...item }: z.output<typeof item1>) => ({
    ...item,
    name: shortened(item.name),
    durationSeconds: item.durationSeconds > 0 ? item.durationSeconds : 1 / frameRate,
    x: item.x + item.width / 2,
    y: item.y + item.height / 2,
    ...(proxyAssetId !== null && { proxyAssetId }),
  });
  return {
    version: 2,
    title: shortened(title),
    width,
    height,
    frameRate: toCanvasRate(frameRate),
    background,
    tracks: tracks.map(({ id, name, items }) => ({
      id,
      name: shortened(name),
      kind: 'visual',
      items: items.map(toItem),
    })),
  };
}

const shortened = (name: string): string => shorten(name, documentLimits.nameLength);
