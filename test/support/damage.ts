/** `clip` with `value` as the number at `offset` behind the first name `name`, or before it where that is below zero. */
export function damageTable(clip: Uint8Array, name: string, offset: number, value: number): Buffer {
  const damaged = Buffer.from(clip);
  const at = damaged.indexOf(name);
  if (at < 0) {
    throw new Error(`the clip has no box ${name}`);
  }
  damaged.writeUInt32BE(value, at + 4 + offset);
  return damaged;
}

/** `clip` with pixels of another shape, in the place of the bit rates that its sample entry states. */
export function shapePixels(clip: Uint8Array, across: number, down: number): Buffer {
  const shaped = damageTable(damageTable(clip, 'btrt', 0, across), 'btrt', 4, down);
  shaped.write('pasp', shaped.indexOf('btrt'));
  return shaped;
}
