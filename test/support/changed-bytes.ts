/** Overwrites a few bytes of the frames, at several positions. */
export function scratch(bytes: Buffer): Buffer {
  const start = bytes.indexOf('mdat') + 20_000;
  for (let step = 1; step <= 12; step++) {
    bytes.fill(0x5a, start + step * 9001, start + step * 9001 + 4);
  }
  return bytes;
}

/** Changes a file with one track and its index last so that it plays the first 0.3 s, and then continues at 0.6 s. */
export function editTwice(bytes: Buffer): Buffer {
  const at = bytes.indexOf('elst');
  const timeScale = bytes.readUInt32BE(bytes.indexOf('mdhd') + 16);
  const mediaTime = bytes.readInt32BE(at + 16);
  const entry = (time: number): Buffer => {
    const written = Buffer.alloc(12);
    [300, time, 65_536].forEach((value, index) => written.writeInt32BE(value, 4 * index));
    return written;
  };
  const entries = [entry(mediaTime), entry(mediaTime + Math.round(0.6 * timeScale))];
  for (const box of ['elst', 'edts', 'trak', 'moov']) {
    const size = bytes.indexOf(box) - 4;
    bytes.writeUInt32BE(bytes.readUInt32BE(size) + 12, size);
  }
  bytes.writeUInt32BE(entries.length, at + 8);
  return Buffer.concat([bytes.subarray(0, at + 12), ...entries, bytes.subarray(at + 24)]);
}
