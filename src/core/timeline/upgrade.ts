import * as z from 'zod';
import { Failure } from '../failure.ts';
import { shorten } from '../shorten.ts';
import { timelineDocument, type TimelineDocument } from './document.ts';
import { toCanvasRate } from './frames.ts';
import { documentLimits } from './limits.ts';
import { documentVersion } from './version.ts';

/** Documents of every version that there was: what is stored, and what comes from outside. */

/** A document of a row. One of a newer version throws VALIDATION_FAILED, so that it is never written over. */
export const storedDocument = z.preprocess(upgradeDocument, timelineDocument);

/** A document of a newer version than this Offcut knows, whatever it holds. */
const newerDocument = z.looseObject({ version: z.int().min(documentVersion + 1) });

/** A document of a canvas's row: one that can be read, or a newer one, which is kept as it is. */
export const keptDocument = z.union([newerDocument, storedDocument]);
type KeptDocument = z.output<typeof keptDocument>;

export const isKnownDocument = (document: KeptDocument): document is TimelineDocument =>
  document.version === documentVersion;

/** The document, which throws VALIDATION_FAILED when it is of a newer version. */
export function requireKnownDocument(document: KeptDocument): TimelineDocument {
  if (!isKnownDocument(document)) {
    throw toNewerFailure(toNewerSentence(document.version));
  }
  return document;
}

/** A document from outside, which may be of an older version. One of a newer version is an issue at its `version`. */
export const documentOfAnyVersion = z.preprocess((value, context) => {
  const message = describeNewer(value);
  if (message === null) {
    return upgradeDocument(value);
  }
  context.addIssue({ code: 'custom', path: ['version'], message });
  return z.NEVER;
}, timelineDocument);

/** From one version to the next, by the version that is left. */
const upgrades: Readonly<Record<number, (document: unknown) => unknown>> = { 1: fromVersion1 };

/**
 * A document as the newest version has it, when it is one of an older version; anything else unchanged, for the schema to
 * judge. Throws VALIDATION_FAILED for a newer version.
 */
export function upgradeDocument(value: unknown): unknown {
  const message = describeNewer(value);
  if (message !== null) {
    throw toNewerFailure(message);
  }
  let document = value;
  for (let version = versionOf(value) ?? documentVersion; version < documentVersion; version += 1) {
    document = upgrades[version]?.(document);
  }
  return document;
}

function describeNewer(value: unknown): string | null {
  const version = versionOf(value);
  return version !== null && version > documentVersion ? toNewerSentence(version) : null;
}

/** What people are told of a canvas of a newer version. */
export const toNewerSentence = (version: number): string =>
  `This canvas is of version ${version}, and this Offcut knows versions up to ${documentVersion}; reload the page, or update it, and open the canvas again.`;

const toNewerFailure = (message: string): Failure =>
  new Failure('VALIDATION_FAILED', { message, details: [{ path: 'version', message }] });

/** The version of what looks like a document; null for anything else. The first one did not say its version. */
function versionOf(value: unknown): number | null {
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

/** x and y were the top left corner; the length was stored; what the schema limits today had no limit. */
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
