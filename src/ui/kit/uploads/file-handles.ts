/** File system handles of dropped files, in browsers that provide them: Chromium. */
const handles = new WeakMap<File, Promise<FileSystemHandle | null>>();

/**
 * Records the handles of dropped files, so that an interrupted upload can read a file again. Call it while the drop event
 * is dispatched.
 */
export function noteHandles({ items, files }: DataTransfer): void {
  const fileItems = [...items].filter(({ kind }) => kind === 'file');
  [...files].forEach((file, index) => {
    const item = fileItems[index];
    if (item && hasHandle(item)) {
      handles.set(
        file,
        item.getAsFileSystemHandle().catch(() => null),
      );
    }
  });
}

type ItemWithHandle = DataTransferItem & { getAsFileSystemHandle(): Promise<FileSystemHandle | null> };

const hasHandle = (item: DataTransferItem): item is ItemWithHandle => 'getAsFileSystemHandle' in item;

/** Stores the handle of a file, if it has one, under the id of its upload. */
export async function storeHandle(id: string, file: File): Promise<void> {
  const handle = await handles.get(file);
  if (handle?.kind === 'file') {
    const { writeHandle } = await import('./stored-handles.ts');
    await writeHandle(id, handle);
  }
}

/** Removes a stored handle. */
export async function dropHandle(id: string, file: File): Promise<void> {
  if (handles.has(file)) {
    const { deleteHandle } = await import('./stored-handles.ts');
    await deleteHandle(id);
  }
}
