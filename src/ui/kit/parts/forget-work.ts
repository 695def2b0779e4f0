/** What of the names in the storages of a page is work of a person, and no setting of the page. */
const namesOfWork = /^offcut:(draft|unsaved|cut-outs)(:|$)/;

/** Removes drafts and notes of work from a storage, as texts that were typed and names of clips; settings stay. */
export function forgetWork(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  names.filter((name) => namesOfWork.test(name)).forEach((name) => storage.removeItem(name));
}
