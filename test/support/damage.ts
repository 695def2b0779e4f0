/**
 * Returns `clip` with `value` as the number at `offset` after the first name `name`, or before it if `offset` is
 * negative.
 */
export function damageTable(clip: Uint8Array, name: string, offset: number, value: number): Buffer {
  const damaged = Buffer.from(clip);
  const at = damaged.indexOf(name);
  if (at < 0) {
    throw new Error(`the clip has no box ${name}`);
  }
  damaged.writeUInt32BE(value, at + 4 + offset);
  return damaged;
}

/** Returns `clip` with pixels of another aspect ratio, instead of the bit rates in its sample entry. */
export function shapePixels(clip: Uint8Array, across: number, down: number): Buffer {
  const shaped = damageTable(damageTable(clip, 'btrt', 0, across), 'btrt', 4, down);
  shaped.write('pasp', shaped.indexOf('btrt'));
  return shaped;
}
