/** The service worker lists all files of the site, and hashes do not compress: seven letters are the fewest for so many files. */
export const hashLetters = 7;

/** Paths of the site's files that have a hash of their content in their names, so that what such a path names never changes. */
export const hashedPath = new RegExp(`^/assets/.+-[\\w-]{${hashLetters}}\\.\\w+$`);
