/** The web lock under which a thread holds a file by its name, or an asset by its id, so that neither is removed meanwhile. */
export const toHoldLock = (name: string): string => lockPrefix + name;

/** What is held, of the names of all web locks. */
export const findHeld = (locks: readonly { readonly name?: string }[]): Set<string> =>
  new Set(locks.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])));

const lockPrefix = 'offcut:bytes:';
