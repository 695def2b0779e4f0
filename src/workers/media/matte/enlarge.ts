/** Enlarges a plane by a whole factor, by linear interpolation. `target` is `scale` times as large in both directions. */
export function enlarge(
  source: Float32Array,
  { width, height }: { width: number; height: number },
  scale: number,
  target: Float32Array,
): void {
  if (scale === 1) {
    target.set(source);
    return;
  }
  const row = new Float32Array(width);
  for (let y = 0; y < height * scale; y++) {
    const at = Math.min(height - 1, Math.max(0, (y + 0.5) / scale - 0.5));
    const above = Math.floor(at) * width;
    const below = Math.min(height - 1, Math.floor(at) + 1) * width;
    const share = at - Math.floor(at);
    for (let x = 0; x < width; x++) {
      const upper = source[above + x] ?? 0;
      row[x] = upper + share * ((source[below + x] ?? 0) - upper);
    }
    enlargeRow(row, scale, target, y * width * scale);
  }
}

function enlargeRow(row: Float32Array, scale: number, target: Float32Array, offset: number): void {
  const last = row.length - 1;
  for (let phase = 0; phase < scale; phase++) {
    // Every pixel of a phase lies equally far from its two neighbours.
    const at = (phase + 0.5) / scale - 0.5;
    const shift = Math.floor(at);
    const share = at - shift;
    for (let x = 0; x <= last; x++) {
      const left = row[Math.max(0, x + shift)] ?? 0;
      const right = row[Math.min(last, x + shift + 1)] ?? 0;
      target[offset + x * scale + phase] = left + share * (right - left);
    }
  }
}
