import type { Store } from './store.ts';

/** Every file that a row names, with its size; two rows may name the same one. */
export async function listKeptFiles(store: Pick<Store, 'list'>): Promise<{ file: string; sizeBytes: number }[]> {
  const [assets, models] = await Promise.all([store.list('assets'), store.list('models')]);
  const pieces = models.flatMap((model) => model.files.flatMap((one) => one.pieces));
  return [...assets, ...pieces].map(({ file, sizeBytes }) => ({ file, sizeBytes }));
}

/** Deletes the files that no row names and no live thread holds: what a lost upload or run left behind. */
export async function sweepFiles(store: Pick<Store, 'bytes' | 'list'>): Promise<void> {
  // The names first, then who wants them: a file that is made in between is not in the list.
  const names = await store.bytes.list();
  const held = await store.bytes.held();
  const kept = await listKeptFiles(store);
  const wanted = new Set([...kept.map(({ file }) => file), ...held]);
  // A run's own scratch files are called after the file that they are for.
  const isWanted = (name: string): boolean => wanted.has(name) || [...held].some((file) => name.startsWith(`${file}.`));
  await Promise.all(names.filter((name) => !isWanted(name)).map((name) => store.bytes.remove(name)));
}
