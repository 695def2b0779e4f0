/** The header of an audio frame. */
export type SoundFrame = {
  /** The size of the frame; null for free format, whose frames do not state it. */
  readonly sizeBytes: number | null;
  readonly samples: number;
  readonly sampleRate: number;
  /** The version, layer and sample rate, which are equal for all frames of a stream. */
  readonly kind: string;
  /** The additional byte that free format has in some frames. */
  readonly paddingBytes: number;
};

/** Reads the header at `at`; returns null if there is no header. `bytes` has at least `headerBytes` from there on. */
export type FrameReader = (bytes: Uint8Array, at: number) => SoundFrame | null;

/** The number of bytes of a frame that every reader here needs at most. */
export const headerBytes = 7;

const mpeg1Kilobits = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
] as const;
const mpeg2Kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const mpeg2Layer1Kilobits = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256] as const;
const mpegSampleRates = [44_100, 48_000, 32_000] as const;
const adtsSampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
] as const;

/** Reads MPEG audio of layer 1, 2 or 3, versions 1, 2 and 2.5 (ISO 11172-3, 2.4.1.3). */
export const readMpegFrame: FrameReader = (bytes, at) => {
  const [sync = 0, mode = 0, rates = 0] = bytes.subarray(at, at + 3);
  const version = (mode >> 3) & 3;
  const layer = 4 - ((mode >> 1) & 3);
  const baseRate = mpegSampleRates[(rates >> 2) & 3];
  const isMpeg1 = version === 3;
  const table = isMpeg1 ? mpeg1Kilobits[3 - layer] : layer === 1 ? mpeg2Layer1Kilobits : mpeg2Kilobits;
  const kilobits = table?.[rates >> 4];
  const isFrame = sync === 0xff && mode >= 0xe0 && version !== 1 && layer <= 3;
  if (!isFrame || baseRate === undefined || kilobits === undefined) {
    return null;
  }
  const sampleRate = baseRate / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 1 ? 384 : layer === 3 && !isMpeg1 ? 576 : 1152;
  const slotBytes = layer === 1 ? 4 : 1;
  const paddingBytes = ((rates >> 1) & 1) * slotBytes;
  const slots = Math.floor(((samples / 8 / slotBytes) * kilobits * 1000) / sampleRate);
  const sizeBytes = kilobits === 0 ? null : slots * slotBytes + paddingBytes;
  return { sizeBytes, samples, sampleRate, paddingBytes, kind: `${version} ${layer} ${sampleRate}` };
};

/** Reads AAC in ADTS (ISO 13818-7, 6.2). */
export const readAdtsFrame: FrameReader = (bytes, at) => {
  const [sync = 0, mode = 0, profile = 0, high = 0, middle = 0, low = 0, blocks = 0] = bytes.subarray(at, at + 7);
  const sizeBytes = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  const sampleRate = adtsSampleRates[(profile >> 2) & 15];
  const isFrame = sync === 0xff && (mode & 0xf6) === 0xf0 && sizeBytes > 7;
  if (!isFrame || sampleRate === undefined) {
    return null;
  }
  return { sizeBytes, samples: 1024 * ((blocks & 3) + 1), sampleRate, paddingBytes: 0, kind: `${mode} ${sampleRate}` };
};

const ac3SampleRates = [48_000, 44_100, 32_000] as const;
const ac3Kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640] as const;
const eac3Blocks = [1, 2, 3, 6] as const;

/** Reads AC-3 and E-AC-3 (ETSI TS 102 366). A frame that adds channels to the previous frame has no samples of its own. */
export const readAc3Frame: FrameReader = (bytes, at) => {
  const [sync1, sync2, high = 0, low = 0, rates = 0, version = 0] = bytes.subarray(at, at + 6);
  if (sync1 !== 0x0b || sync2 !== 0x77 || version >> 3 > 16) {
    return null;
  }
  const sampleRate = ac3SampleRates[rates >> 6];
  if (version >> 3 > 10) {
    const isHalfRate = rates >> 6 === 3;
    const ownRate = isHalfRate ? (ac3SampleRates[(rates >> 4) & 3] ?? 0) / 2 : sampleRate;
    const blocks = isHalfRate ? 6 : (eac3Blocks[(rates >> 4) & 3] ?? 6);
    const isIndependent = high >> 6 !== 1 && (high & 0x38) === 0;
    const sizeBytes = 2 * ((((high & 7) << 8) | low) + 1);
    const kind = `E-AC-3 ${ownRate}`;
    return ownRate
      ? { sizeBytes, samples: isIndependent ? 256 * blocks : 0, sampleRate: ownRate, paddingBytes: 0, kind }
      : null;
  }
  const kilobits = ac3Kilobits[(rates & 63) >> 1];
  if (sampleRate === undefined || kilobits === undefined) {
    return null;
  }
  const words =
    sampleRate === 44_100 ? Math.floor((320 * kilobits) / 147) + (rates & 1) : (96_000 / sampleRate) * kilobits;
  return { sizeBytes: 2 * words, samples: 1536, sampleRate, paddingBytes: 0, kind: `AC-3 ${sampleRate}` };
};
