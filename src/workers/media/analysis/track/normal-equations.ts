/** Solves a symmetric system of four equations, given by its upper half; null if it has no solution. */
export function solve(hessian: Float64Array, errors: Float64Array): Float64Array | null {
  const lower = new Float64Array(16);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = (hessian[4 * column + row] ?? 0) * (row === column ? 1 + 1e-4 : 1);
      for (let k = 0; k < column; k++) {
        sum -= (lower[4 * row + k] ?? 0) * (lower[4 * column + k] ?? 0);
      }
      if (row === column && sum <= 1e-9) {
        return null;
      }
      lower[4 * row + column] = row === column ? Math.sqrt(sum) : sum / (lower[5 * column] ?? 1);
    }
  }
  const half = new Float64Array(4);
  for (let row = 0; row < 4; row++) {
    let sum = errors[row] ?? 0;
    for (let k = 0; k < row; k++) {
      sum -= (lower[4 * row + k] ?? 0) * (half[k] ?? 0);
    }
    half[row] = sum / (lower[5 * row] ?? 1);
  }
  const found = new Float64Array(4);
  for (let row = 3; row >= 0; row--) {
    let sum = half[row] ?? 0;
    for (let k = row + 1; k < 4; k++) {
      sum -= (lower[4 * k + row] ?? 0) * (found[k] ?? 0);
    }
    found[row] = sum / (lower[5 * row] ?? 1);
  }
  return found;
}
