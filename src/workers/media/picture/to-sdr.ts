import { rgbFactors, toYuv } from './colour.ts';

/** The transfer function of a BT.2020 frame: PQ (SMPTE ST 2084), HLG (ITU-R BT.2100), or that of SDR video. */
export type WideTransfer = 'pq' | 'hlg' | 'sdr';

type Triple = [number, number, number];

/** The luminance of white paper in HDR, in cd/m2 (ITU-R BT.2408). It becomes the white of the result. */
const paperWhite = 203;
/** The luminance up to which highlights keep their detail: almost all HDR video is graded for it, and it is the peak of HLG. */
const sourcePeak = 1000;
/** The gamma of an SDR screen (ITU-R BT.1886). */
const screenGamma = 2.4;
/** The share of the maximum saturation from which colours outside the smaller gamut are desaturated. */
const saturationKnee = 0.9;

/**
 * Converts one BT.2020 colour to SDR. Input: limited-range YUV in 8-bit units, with fractions. Output: the same in BT.709. Colours
 * outside BT.709 (matrix of ITU-R BT.2087) lose saturation gently, and no luminance. Highlights are rolled off by the EETF of ITU-R
 * BT.2390, applied to the largest of R, G and B, so that hues stay.
 */
export function toSdr([y, u, v]: Readonly<Triple>, transfer: WideTransfer): Triple {
  const [red, green, blue] = intoGamut(toBt709(toLight(toSignal(y, u - 128, v - 128), transfer)));
  const brightest = Math.max(red, green, blue);
  const mapped = transfer === 'sdr' ? brightest : rollOff(brightest);
  const factor = brightest > 0 ? mapped / (brightest * paperWhite) : 0;
  return toYuv([toCode(red * factor), toCode(green * factor), toCode(blue * factor)], 'bt709');
}

const toCode = (light: number): number => 255 * Math.max(0, Math.min(1, light)) ** (1 / screenGamma);

const { luma, redV, greenU, greenV, blueU } = rgbFactors('bt2020');

/** Returns the coded R, G and B, 0..1. */
function toSignal(y: number, u: number, v: number): Triple {
  const base = luma * (y - 16);
  const clamp = (value: number): number => Math.max(0, Math.min(1, value / 255));
  return [clamp(base + redV * v), clamp(base - greenU * u - greenV * v), clamp(base + blueU * u)];
}

/** Returns linear light in cd/m2. */
function toLight(signal: Triple, transfer: WideTransfer): Triple {
  if (transfer === 'pq') {
    return [fromPq(signal[0]), fromPq(signal[1]), fromPq(signal[2])];
  }
  if (transfer === 'sdr') {
    return [toScreen(signal[0]), toScreen(signal[1]), toScreen(signal[2])];
  }
  const [red, green, blue] = [fromHlg(signal[0]), fromHlg(signal[1]), fromHlg(signal[2])];
  // Converts scene light to display light, with the system gamma of a screen of 1000 cd/m2 (BT.2100, table 5).
  const gain = sourcePeak * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2;
  return [gain * red, gain * green, gain * blue];
}

const toScreen = (signal: number): number => paperWhite * signal ** screenGamma;

/** The constants of SMPTE ST 2084. */
const pq = {
  m1: 2610 / 16384,
  m2: (2523 / 4096) * 128,
  c1: 3424 / 4096,
  c2: (2413 / 4096) * 32,
  c3: (2392 / 4096) * 32,
};

function fromPq(signal: number): number {
  const power = signal ** (1 / pq.m2);
  return 10_000 * (Math.max(0, power - pq.c1) / (pq.c2 - pq.c3 * power)) ** (1 / pq.m1);
}

function toPq(luminance: number): number {
  const power = (Math.max(0, luminance) / 10_000) ** pq.m1;
  return ((pq.c1 + pq.c2 * power) / (1 + pq.c3 * power)) ** pq.m2;
}

/** Returns scene light, 0..1: the inverse OETF of HLG (BT.2100, table 5). */
function fromHlg(signal: number): number {
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

const peakSignal = toPq(sourcePeak);
const whiteShare = toPq(paperWhite) / peakSignal;
const kneeStart = 1.5 * whiteShare - 0.5;

/**
 * Applies the EETF of BT.2390-10, section 5.4.1, without its lift of black: the identity below the knee, a Hermite spline above.
 */
function rollOff(luminance: number): number {
  const share = Math.min(1, toPq(luminance) / peakSignal);
  if (share < kneeStart) {
    return luminance;
  }
  const t = (share - kneeStart) / (1 - kneeStart);
  const [t2, t3] = [t * t, t * t * t];
  const spline =
    (2 * t3 - 3 * t2 + 1) * kneeStart + (t3 - 2 * t2 + t) * (1 - kneeStart) + (3 * t2 - 2 * t3) * whiteShare;
  return fromPq(spline * peakSignal);
}

function toBt709([red, green, blue]: Triple): Triple {
  return [
    1.6605 * red - 0.5876 * green - 0.0728 * blue,
    -0.1246 * red + 1.1329 * green - 0.0083 * blue,
    -0.0182 * red - 0.1006 * green + 1.1187 * blue,
  ];
}

/** Moves a colour with a component below or near zero towards the grey of its luminance. */
function intoGamut([red, green, blue]: Triple): Triple {
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // 1 is the maximum saturation that can be displayed.
  const saturation = grey > 0 ? (grey - Math.min(red, green, blue)) / grey : 0;
  const beyond = saturation - saturationKnee;
  if (beyond <= 0) {
    return [red, green, blue];
  }
  const factor = (saturationKnee + beyond / (1 + beyond / (1 - saturationKnee))) / saturation;
  return [grey + factor * (red - grey), grey + factor * (green - grey), grey + factor * (blue - grey)];
}
