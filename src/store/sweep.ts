import type { Checkpoint } from '#core/model/records.ts';
import { listScratchNames } from './bytes.ts';
import type { Rows, Store } from './store.ts';

/** The owner of a stored file. */
export type FileKind = 'materials' | 'results' | 'models';

type KeptFile = { readonly file: string; readonly sizeBytes: number; readonly kind: FileKind };

/** Lists every file that a row names, with its size. Two rows may name the same file. */
export async function listKeptFiles(store: Pick<Rows<'assets' | 'models'>, 'list'>): Promise<KeptFile[]> {
  const [assets, models] = await Promise.all([store.list('assets'), store.list('models')]);
  const pieces = models.flatMap((model) => model.files.flatMap((one) => one.pieces));
  return [
    ...assets.map(({ file, sizeBytes, kind }): KeptFile => {
      return { file, sizeBytes, kind: kind === 'material' || kind === 'kept' ? 'materials' : 'results' };
    }),
    ...pieces.map((piece): KeptFile => ({ ...piece, kind: 'models' })),
  ];
}

type Files = Pick<Store, 'bytes' | 'list'>;

/** Deletes unreferenced, unlocked files, which a lost upload or run has left behind. */
export async function sweepFiles(store: Files): Promise<void> {
  // Lists the names first and the references after: a file created in between is not in the list.
  const names = await store.bytes.list();
  const held = await store.bytes.held();
  const wanted = new Set([...(await listNamedFiles(store)), ...held]);
  // The names of scratch files of a run begin with the name of the file that they are for.
  const isWanted = (name: string): boolean => wanted.has(name) || isMadeFor(held, name);
  await Promise.all(names.filter((name) => !isWanted(name)).map((name) => store.bytes.remove(name)));
}

/** Deletes those of `files`, the planned output of a run, and their scratch files, that no row names. */
export async function sweepMade(store: Files, files: readonly string[]): Promise<void> {
  await removeMade(store, files, await listNamedFiles(store));
}

/** Does the same as `sweepMade`, and also removes scratch files from which a run could resume. */
export async function dropMade(store: Files, files: readonly string[]): Promise<void> {
  const [kept, snapshots] = await Promise.all([listKeptFiles(store), listSnapshotFiles(store)]);
  await removeMade(store, files, new Set([...kept.map(({ file }) => file), ...snapshots]));
}

async function removeMade({ bytes }: Files, files: readonly string[], kept: ReadonlySet<string>): Promise<void> {
  const names = (await bytes.list()).filter((name) => files.includes(name) || isMadeFor(files, name));
  await Promise.all(names.filter((name) => !kept.has(name)).map((name) => bytes.remove(name)));
}

/** The tables whose rows name files. */
export const namingTables = ['assets', 'models', 'checkpoints', 'errands', 'snapshots'] as const;

/** Lists the files that rows name, or from which a run can resume. */
export async function listNamedFiles(store: Pick<Rows<(typeof namingTables)[number]>, 'list'>): Promise<Set<string>> {
  const [kept, checkpoints, tasks, snapshots] = await Promise.all([
    listKeptFiles(store),
    store.list('checkpoints'),
    store.list('errands'),
    listSnapshotFiles(store),
  ]);
  const answers = tasks.flatMap(({ answer }) => (answer ? [answer.file] : []));
  return new Set([
    ...kept.map(({ file }) => file),
    ...checkpoints.flatMap(listCheckpointFiles),
    ...answers,
    ...snapshots,
  ]);
}

const listSnapshotFiles = async (store: Pick<Rows<'snapshots'>, 'list'>): Promise<string[]> =>
  (await store.list('snapshots')).flatMap(({ file, files }) => [file, ...files]);

/** Lists the files that a checkpoint requires: complete files of finished steps, scratch files of the others. */
const listCheckpointFiles = ({ steps }: Checkpoint): string[] =>
  steps.flatMap(({ isDone, files }) => files.flatMap(({ file }) => (isDone ? [file] : listScratchNames(file))));

/** Lists all files of the steps of a checkpoint, complete or not. */
export const listStepFiles = ({ steps }: Checkpoint): string[] =>
  steps.flatMap(({ files }) => files.map(({ file }) => file));

const isMadeFor = (files: Iterable<string>, name: string): boolean =>
  [...files].some((file) => name.startsWith(`${file}.`));
