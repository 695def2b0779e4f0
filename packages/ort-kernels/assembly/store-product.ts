import { multiply } from './sgemm';

/** Replaces `MlasSgemmKernelZero` of onnxruntime; see `multiply`. */
export function storeProduct(
  a: usize,
  b: usize,
  c: usize,
  k: i32,
  m: i32,
  n: i32,
  lda: i32,
  ldc: i32,
  alpha: f32,
): i32 {
  return multiply(a, b, c, k, m, n, lda, ldc, alpha, false);
}
