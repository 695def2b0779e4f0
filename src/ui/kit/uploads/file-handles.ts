/** Where dropped files are on the disk, in browsers that say so: Chromium. */
const handles = new WeakMap<File, Promise<FileSystemHandle | null>>();

/** Notes where dropped files are, so that an interrupted upload can read one again. To be called while the drop is dispatched. */
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
