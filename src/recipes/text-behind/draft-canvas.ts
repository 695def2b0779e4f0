/** What the small mattes of a proposal are called among the files of its canvas. Without zod, as pages use it too. */
export const mattesName = 'mattes.bin';
