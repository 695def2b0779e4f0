/**
 * Addresses of arrays in the kernels' memory, named by element type. `npm run kernels` converts these names into TypeScript types.
 */
export type Bytes = usize;
export type Ints = usize;
export type Floats = usize;
export type Doubles = usize;
