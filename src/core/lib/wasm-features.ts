/** The smallest module that only WebAssembly with SIMD accepts. */
export const simdModule: readonly number[] = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

/** (module (func (result v128) i32.const 0 i8x16.splat i32.const 0 i8x16.splat i8x16.relaxed_swizzle)) */
export const relaxedSimdModule: readonly number[] = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15, 65, 0, 253, 15,
  253, 128, 2, 11,
];
