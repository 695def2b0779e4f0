/** The names in web storage that contain work of the user, as opposed to settings. */
const namesOfWork = /^offcut:(draft|unsaved|cut-outs)(:|$)/;

/** Removes drafts and notes from a storage, such as typed texts and clip names; settings stay. */
export function forgetWork(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  names.filter((name) => namesOfWork.test(name)).forEach((name) => storage.removeItem(name));
}
