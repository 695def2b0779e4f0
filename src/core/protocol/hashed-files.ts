/** The length of a hash in a file name. The service worker lists all files, and hashes do not compress: 7 is the minimum. */
export const hashLetters = 7;

/** Matches the paths of the site's files that contain a hash of their content, so that the content of a path never changes. */
export const hashedPath = new RegExp(`^/assets/.+-[\\w-]{${hashLetters}}\\.\\w+$`);
