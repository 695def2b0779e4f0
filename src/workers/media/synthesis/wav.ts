const headBytes = 44;
const bytesOfSample = 2;

/** Encodes mono samples from -1 to 1 as a 16-bit WAV. */
export function toWav(samples: Float32Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * bytesOfSample;
  const bytes = new Uint8Array(headBytes + dataBytes);
  const view = new DataView(bytes.buffer);
  const put = (offset: number, letters: string): void =>
    Array.from(letters).forEach((letter, index) => view.setUint8(offset + index, letter.charCodeAt(0)));
  put(0, 'RIFF');
  view.setUint32(4, headBytes - 8 + dataBytes, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * bytesOfSample, true);
  view.setUint16(32, bytesOfSample, true);
  view.setUint16(34, 8 * bytesOfSample, true);
  put(36, 'data');
  view.setUint32(40, dataBytes, true);
  samples.forEach((sample, index) => {
    const whole = Math.round(Math.min(1, Math.max(-1, sample)) * 32_767);
    view.setInt16(headBytes + index * bytesOfSample, whole, true);
  });
  return bytes;
}
