/** Addresses in the kernels' memory, named for the numbers that lie there: `npm run kernels` makes array types of these names. */
export type Bytes = usize;
export type Ints = usize;
export type Floats = usize;
export type Doubles = usize;
