/**
 * Sound without a container: frames that follow each other, each with a header that begins with eleven or twelve set bits.
 * A header alone may be chance, so the next one must stand where the first says.
 */

const mpeg1Layer3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mpeg1Layer2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const mpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [44_100, 48_000, 32_000];

/** MPEG audio of layer 2 or 3 (ISO 11172-3, 2.4.1.3); `at` is where its first frame begins. */
export const isMpegAudio = (head: Uint8Array, at = 0): boolean => isFollowed(head, at, readMpegFrameBytes(head, at));

/** AAC in ADTS (ISO 13818-7, 6.2). */
export const isAdts = (head: Uint8Array, at = 0): boolean => isFollowed(head, at, readAdtsFrameBytes(head, at));

/** True when the frame at `at` is here whole, and another one of its kind or the end of the file comes after it. */
function isFollowed(head: Uint8Array, at: number, frameBytes: number | undefined): boolean {
  if (frameBytes === undefined || at + frameBytes > head.byteLength) {
    return false;
  }
  const next = at + frameBytes;
  return next === head.byteLength || (head[next] === head[at] && head[next + 1] === head[at + 1]);
}

function readMpegFrameBytes(head: Uint8Array, at: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(at, at + 3);
  const [version, layer] = [(kind >> 3) & 3, (kind >> 1) & 3];
  const [isVersion1, isLayer3] = [version === 3, layer === 1];
  const table = isVersion1 ? (isLayer3 ? mpeg1Layer3 : mpeg1Layer2) : mpeg2;
  const kilobits = table[rates >> 4];
  const sampleRate = sampleRates[(rates >> 2) & 3];
  const isSound = sync === 0xff && (kind & 0xe0) === 0xe0 && version !== 1 && (layer === 1 || layer === 2);
  if (!isSound || !kilobits || !sampleRate) {
    return undefined;
  }
  const slots = isLayer3 && !isVersion1 ? 72 : 144;
  // Version 2 halves the sample rate, and 2.5 halves it again.
  const divisor = isVersion1 ? 1 : version === 2 ? 2 : 4;
  return Math.floor((slots * kilobits * 1000 * divisor) / sampleRate) + ((rates >> 1) & 1);
}

function readAdtsFrameBytes(head: Uint8Array, at: number): number | undefined {
  const [sync, kind = 0, , high = 0, middle = 0, low = 0] = head.subarray(at, at + 6);
  const bytes = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return sync === 0xff && (kind & 0xf6) === 0xf0 && bytes > 7 ? bytes : undefined;
}
