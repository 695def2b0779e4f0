import * as z from 'zod';
import type { CanvasDocument, ErrorCode } from '#client/types.generated.ts';
import { toCanonicalJson } from '#api/hash.ts';
import { Sha256 } from '#api/sha256/sha256.ts';
import { Failure, wireFailure } from '#core/lib/failure.ts';
import { timelineDocument } from '#core/timeline/document.ts';

/**
 * Recorded runs that the emulator answers again. A cassette is a folder: one JSON file for each run, and the files of proposals and
 * results, named by the SHA-256 of their bytes. In a recorded run, `sha256:` and the hash of its bytes replace the id of each asset, so
 * that a run matches by bytes. No module here imports Node, so that pages can load cassettes too.
 */

/** A file of the folder `files`. */
const recordedFile = z.strictObject({
  role: z.enum(['result', 'proxy', 'sidecar', 'part', 'preview']),
  file: z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{1,8}$/, 'must be a SHA-256 with an extension'),
  name: z.string(),
  mimeType: z.string(),
});

/** A file of a cassette. The types are explicit, because the programs that use them do not have zod. */
export type RecordedFile = {
  role: 'result' | 'proxy' | 'sidecar' | 'part' | 'preview';
  /** The SHA-256 of the bytes, with an extension. */
  file: string;
  name: string;
  mimeType: string;
};

type Proposal = Record<string, unknown>;
type Stages = { stage: string; seconds: number }[];
type Failed = { stages: Stages; error: { code: ErrorCode; message: string } };

/** A part of the work. `seconds` is its duration. */
const stage = z.strictObject({ stage: z.string(), seconds: z.number().min(0) });

const proposal = z.record(z.string(), z.unknown());

/** The fields of both outcomes: the answer, or the error with which it ended. */
const failed = { stages: z.array(stage), error: wireFailure.pick({ code: true, message: true }).strict() };

/** The answer to a request for a proposal. `before` is the proposal of a regenerate; null for the first one. */
const recordedProposal = z.union([
  z.strictObject({ before: proposal.nullable(), ...failed }),
  z.strictObject({
    before: proposal.nullable(),
    stages: z.array(stage),
    proposal,
    previews: z.array(z.strictObject({ atSeconds: z.number(), file: recordedFile })),
    draft: z.strictObject({ document: timelineDocument, files: z.array(recordedFile) }).nullable(),
    warnings: z.array(z.string()),
  }),
]);
export type RecordedProposal =
  | ({ before: Proposal | null } & Failed)
  | {
      before: Proposal | null;
      stages: Stages;
      proposal: Proposal;
      previews: { atSeconds: number; file: RecordedFile }[];
      draft: { document: CanvasDocument; files: RecordedFile[] } | null;
      warnings: string[];
    };

/** The result of an approved proposal; `approved` is null without a review. */
const recordedResult = z.union([
  z.strictObject({ approved: proposal.nullable(), ...failed }),
  z.strictObject({
    approved: proposal.nullable(),
    stages: z.array(stage),
    files: z.array(recordedFile),
    document: timelineDocument,
    warnings: z.array(z.string()),
  }),
]);
export type RecordedResult =
  | ({ approved: Proposal | null } & Failed)
  | {
      approved: Proposal | null;
      stages: Stages;
      files: RecordedFile[];
      document: CanvasDocument;
      warnings: string[];
    };

const recordedRun = z.strictObject({
  version: z.literal(1),
  recipeId: z.string(),
  /** The input with its defaults. */
  input: z.record(z.string(), z.unknown()),
  isWatermarked: z.boolean(),
  /** The models that were used. They are informative: a run matches whatever its models are. */
  models: z.array(z.string()),
  proposals: z.array(recordedProposal),
  results: z.array(recordedResult),
});
export type RecordedRun = {
  version: 1;
  recipeId: string;
  input: Record<string, unknown>;
  isWatermarked: boolean;
  models: string[];
  proposals: RecordedProposal[];
  results: RecordedResult[];
};

/** A loaded cassette. `readCassette` loads a folder in Node. */
export type Cassette = {
  readonly runs: readonly RecordedRun[];
  /** The files by their names in the folder `files`. */
  readonly files: ReadonlyMap<string, Blob>;
};

/** The contents of a folder: the parsed JSON files by their names, and the files of its folder `files`. */
type CassetteParts = {
  readonly runs: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Blob | Uint8Array<ArrayBuffer>>>;
};

/**
 * Checks a cassette that was loaded by other means than `readCassette`, such as the imports of a page. Throws VALIDATION_FAILED, which
 * names the file, for invalid JSON, and for a file that is missing or has other bytes than its name says.
 */
export async function parseCassette({ runs, files }: CassetteParts): Promise<Cassette> {
  const blobs = new Map<string, Blob>();
  for (const [name, file] of Object.entries(files)) {
    const blob = file instanceof Blob ? file : new Blob([file]);
    if ((await hashBlob(blob)) !== name.split('.')[0]) {
      throw damaged(`files/${name}`, 'its bytes are not those of its name');
    }
    blobs.set(name, blob);
  }
  const parsed = Object.entries(runs).map(([name, run]) => {
    const result = parseRecordedRun(name, run);
    const missing = listFiles(result).find(({ file }) => !blobs.has(file));
    if (missing) {
      throw damaged(name, `files/${missing.file} is missing`);
    }
    return result;
  });
  return { runs: parsed, files: blobs };
}

/** Parses the JSON file of a run. Throws VALIDATION_FAILED. */
export function parseRecordedRun(name: string, run: unknown): RecordedRun {
  const { data, error } = recordedRun.safeParse(run);
  if (!data) {
    const [issue] = error.issues;
    throw damaged(name, issue ? `${issue.path.join('.') || 'the file'}: ${issue.message}` : 'it is not a recorded run');
  }
  return data;
}

/** Creates the failure of a file of a cassette that cannot be used. */
export const damaged = (name: string, reason: string, cause?: unknown): Failure =>
  new Failure('VALIDATION_FAILED', {
    message: `The cassette file ${name} is damaged: ${reason}. Restore it, or record the run again.`,
    cause,
  });

/** Lists all files of a run. */
export const listFiles = ({ proposals, results }: RecordedRun): RecordedFile[] => [
  ...proposals.flatMap((one) =>
    'error' in one ? [] : [...one.previews.map(({ file }) => file), ...(one.draft?.files ?? [])],
  ),
  ...results.flatMap((one) => ('error' in one ? [] : one.files)),
];

/** Returns the name that replaces the id of the asset with this file. */
export const toAssetName = ({ file }: Pick<RecordedFile, 'file'>): string => toHashName(file.split('.')[0] ?? '');

/** Returns the name that replaces the id of an asset. */
export const toHashName = (sha256: string): string => `sha256:${sha256}`;

/** Copies a JSON value with each string that is a key of the map replaced. */
export function replaceStrings(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? (replacements.get(part) ?? part) : part,
  );
  return copy;
}

export const isSame = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);

async function hashBlob(blob: Blob): Promise<string> {
  const hash = new Sha256();
  hash.update(new Uint8Array(await blob.arrayBuffer()));
  return hash.digest();
}
