import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import type { Proposal, RunContext, RunResult, Step } from '#core/protocol/run.ts';
import { timelineDocument, type TimelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { Store } from '#store/store.ts';
import { writeBytes } from '../emulated-media.ts';
import type { EmulatedPool } from '../emulated-workers.ts';
import {
  damaged,
  replaceStrings,
  toAssetName,
  type RecordedFile,
  type RecordedProposal,
  type RecordedResult,
} from './cassette.ts';
import type { Recording } from './recordings.ts';

/** The parts of the emulator that write files and wait. */
type Ports = { readonly bytes: Store['bytes']; readonly work: EmulatedPool['work'] };

type Stages = RecordedProposal['stages'];

/** Returns the recorded duration of the work in seconds. */
export const getRecordedSeconds = ({ answer }: Recording<{ readonly stages: Stages }>): number =>
  answer.stages.reduce((sum, { seconds }) => sum + seconds, 0);

/** Answers with a recorded proposal. Throws its error if it failed. */
export async function playProposal(
  ports: Ports,
  context: RunContext,
  recording: Recording<RecordedProposal>,
): Promise<Proposal<unknown>> {
  const { answer, materials } = recording;
  await playStages(ports, context, answer.stages);
  if ('error' in answer) {
    throw Failure.fromWire(answer.error);
  }
  const step = context.step('recorded proposal', JSON.stringify(answer));
  const previewFiles = answer.previews.map(({ file }) => file);
  const previews = await writeFiles(ports, context, step, recording, 'preview', previewFiles);
  const parts = await writeFiles(ports, context, step, recording, 'draft', answer.draft?.files ?? []);
  const draft = answer.draft && {
    document: await writeDraft(context, step, toDocument(recording, answer.draft.document, answer.draft.files, parts)),
    parts,
  };
  await step.finish(null);
  return {
    proposal: replaceStrings(
      answer.proposal,
      new Map(materials.map(({ hashName, inputName }) => [hashName, inputName])),
    ),
    previews: answer.previews.flatMap(({ atSeconds }, index) => {
      const asset = previews[index];
      return asset ? [{ atSeconds, asset }] : [];
    }),
    ...(draft && { draft }),
    warnings: [...answer.warnings],
  };
}

/** Answers with a recorded result. Throws its error if it failed. */
export async function playResult(
  ports: Ports,
  context: RunContext,
  recording: Recording<RecordedResult>,
): Promise<RunResult> {
  const { answer } = recording;
  await playStages(ports, context, answer.stages);
  if ('error' in answer) {
    throw Failure.fromWire(answer.error);
  }
  const step = context.step('recorded result', JSON.stringify(answer));
  const assets = await writeFiles(ports, context, step, recording, 'result', answer.files);
  await step.finish(null);
  const document = toDocument(recording, answer.document, answer.files, assets);
  return {
    assets,
    resultId: assets.find(({ kind }) => kind === 'result')?.id ?? '',
    document,
    warnings: [...answer.warnings],
    durationSeconds: getDocumentSeconds(document),
  };
}

/** Waits for the duration of the work and reports its stages. */
async function playStages({ work }: Ports, { report }: RunContext, stages: Stages): Promise<void> {
  const total = stages.reduce((sum, { seconds }) => sum + seconds, 0);
  await work((share, etaSeconds) => {
    let endSeconds = 0;
    const current = stages.find(({ seconds }) => (endSeconds += seconds) > share * total) ?? stages.at(-1);
    report({ ...(current && { stage: current.stage }), progress: share, etaSeconds });
  });
}

/** Writes recorded files and returns their assets, in the same order. */
function writeFiles(
  { bytes }: Ports,
  context: RunContext,
  step: Step,
  { files: blobs }: Recording<unknown>,
  prefix: string,
  files: readonly RecordedFile[],
): Promise<Asset[]> {
  return Promise.all(
    files.map(async ({ role, file, name, mimeType }, index) => {
      const extension = file.split('.')[1] ?? '';
      const made = step.file(`${prefix}-${index}`, extension);
      const blob = blobs.get(file);
      if (!blob) {
        throw damaged(`files/${file}`, 'it is missing');
      }
      await writeBytes(bytes, made.file, new Uint8Array(await blob.arrayBuffer()));
      return context.toAsset({ ...made, kind: role, name, extension, mimeType });
    }),
  );
}

/** Returns a recorded canvas with the ids of the materials and of the written files. */
function toDocument(
  { materials }: Recording<unknown>,
  document: TimelineDocument,
  files: readonly RecordedFile[],
  assets: readonly Asset[],
): TimelineDocument {
  const ids = new Map(files.map((file, index) => [toAssetName(file), assets[index]?.id ?? '']));
  // The first of several materials with the same bytes.
  for (const { hashName, assetId } of materials.toReversed()) {
    ids.set(hashName, assetId);
  }
  return timelineDocument.parse(replaceStrings(document, ids));
}

async function writeDraft(context: RunContext, step: Step, document: TimelineDocument): Promise<Asset> {
  const made = step.file('document', 'json');
  await context.writeText(made, JSON.stringify(document));
  const facts = { kind: 'preview', name: 'draft.json', extension: 'json', mimeType: 'application/json' } as const;
  return context.toAsset({ ...made, ...facts });
}
