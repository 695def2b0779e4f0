/** Returns the name of the web lock that protects a file, by its name, or an asset, by its id, against removal. */
export const toHoldLock = (name: string): string => lockPrefix + name;

/** Returns the names of the protected files and assets from the names of all web locks. */
export const findHeld = (locks: readonly { readonly name?: string }[]): Set<string> =>
  new Set(locks.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])));

const lockPrefix = 'offcut:bytes:';
