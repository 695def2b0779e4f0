import type { Store } from './store.ts';

/** Deletes the files that no row names and no live thread holds: what a lost upload or run left behind. */
export async function sweepFiles(store: Pick<Store, 'bytes' | 'list'>): Promise<void> {
  // The names first, then who wants them: a file that is made in between is not in the list.
  const names = await store.bytes.list();
  const held = await store.bytes.held();
  const wanted = new Set([...(await store.list('assets')).map((asset) => asset.file), ...held]);
  // A run's own scratch files are called after the file that they are for.
  const isWanted = (name: string): boolean => wanted.has(name) || [...held].some((file) => name.startsWith(`${file}.`));
  await Promise.all(names.filter((name) => !isWanted(name)).map((name) => store.bytes.remove(name)));
}
