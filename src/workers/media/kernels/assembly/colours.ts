import { Doubles, Floats, Ints } from './arrays';
import { lanes } from './lanes';
import { trustIn, windowSums } from './sums';

/** The sum of shares, in pixels, below which a window contains no subject, or no background. */
const nothing: f32 = 0.01;
/** The minimum weight of the subject's colour at an edge pixel, so that every window has a colour. */
const minTrust: f32 = 0.0001;
/**
 * The bias of a mean colour towards a screen's hue. Up to `litLean` it is light from the screen; from `ownLean` it is the subject's
 * own hue.
 */
const litLean: f32 = 4;
const ownLean: f32 = 12;

/**
 * Sums over the whole image, as eight doubles at `totals`. First the share of subject, and Y, U and V weighted with it. Then the
 * share of background, U and V weighted with that, and the sum of their squares. U and V are relative to grey.
 */
export function measureColours(
  y: Floats,
  u: Floats,
  v: Floats,
  shares: Floats,
  width: i32,
  height: i32,
  totals: Doubles,
): void {
  memory.fill(totals, 0, 64);
  const quads = width & ~3;
  for (let row = 0; row < height; row++) {
    const from = (<usize>(row * width)) << 2;
    measureQuads(y + from, u + from, v + from, shares + from, (<usize>quads) << 2, totals);
    for (let at = from + ((<usize>quads) << 2); at < from + ((<usize>width) << 2); at += 4) {
      const share = load<f32>(shares + at);
      const blue: f32 = load<f32>(u + at) - 128;
      const red: f32 = load<f32>(v + at) - 128;
      const rest: f32 = 1 - share;
      addTo(totals, share);
      addTo(totals + 8, share * load<f32>(y + at));
      addTo(totals + 16, share * blue);
      addTo(totals + 24, share * red);
      addTo(totals + 32, rest);
      addTo(totals + 40, rest * blue);
      addTo(totals + 48, rest * red);
      addTo(totals + 56, rest * (blue * blue + red * red));
    }
  }
}

/** Adds the sums of one row, four pixels at a time. */
function measureQuads(y: usize, u: usize, v: usize, shares: usize, bytes: usize, totals: usize): void {
  let weights = f32x4.splat(0);
  let lumas = f32x4.splat(0);
  let blues = f32x4.splat(0);
  let reds = f32x4.splat(0);
  let rests = f32x4.splat(0);
  let restBlues = f32x4.splat(0);
  let restReds = f32x4.splat(0);
  let squares = f32x4.splat(0);
  const grey = f32x4.splat(128);
  for (let at: usize = 0; at < bytes; at += 16) {
    const share = v128.load(shares + at);
    const rest = f32x4.sub(f32x4.splat(1), share);
    const blue = f32x4.sub(v128.load(u + at), grey);
    const red = f32x4.sub(v128.load(v + at), grey);
    weights = f32x4.add(weights, share);
    lumas = f32x4.add(lumas, f32x4.mul(share, v128.load(y + at)));
    blues = f32x4.add(blues, f32x4.mul(share, blue));
    reds = f32x4.add(reds, f32x4.mul(share, red));
    rests = f32x4.add(rests, rest);
    restBlues = f32x4.add(restBlues, f32x4.mul(rest, blue));
    restReds = f32x4.add(restReds, f32x4.mul(rest, red));
    squares = f32x4.add(squares, f32x4.mul(rest, f32x4.add(f32x4.mul(blue, blue), f32x4.mul(red, red))));
  }
  addTo(totals, sumLanes(weights));
  addTo(totals + 8, sumLanes(lumas));
  addTo(totals + 16, sumLanes(blues));
  addTo(totals + 24, sumLanes(reds));
  addTo(totals + 32, sumLanes(rests));
  addTo(totals + 40, sumLanes(restBlues));
  addTo(totals + 48, sumLanes(restReds));
  addTo(totals + 56, sumLanes(squares));
}

function addTo(total: usize, value: f32): void {
  store<f64>(total, load<f64>(total) + <f64>value);
}

function sumLanes(lanes: v128): f32 {
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    (f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3))
  );
}

/**
 * Estimates the colours of subject and background for each pixel of `edges`, by their means in a wide window. The difference of the
 * pixel from their mixture is added. The results are written into both planes of colours; the subject's are multiplied by trust, as
 * `buildSums` stores them.
 * A window without subject uses the colour at `mean`. With a screen, `hueLimits` receives the subject's own bias to its hue. Hair
 * that the screen shines through has a small bias everywhere.
 */
export function gatherWide(
  edges: Ints,
  count: i32,
  shares: Floats,
  width: i32,
  height: i32,
  radius: i32,
  subjectSums: Ints,
  backgroundSums: Ints,
  mean: Floats,
  screenU: f32,
  screenV: f32,
  subjectColours: Floats,
  backgroundColours: Floats,
  hueLimits: Floats,
): void {
  for (let i = 0; i < count; i++) {
    const at = load<i32>(edges + ((<usize>i) << 2));
    const x = at % width;
    const y = at / width;
    const left = max(0, x - radius);
    const right = min(width, x + radius + 1);
    const top = max(0, y - radius);
    const bottom = min(height, y + radius + 1);
    const own = windowSums(subjectSums, width, left, top, right, bottom);
    const other = windowSums(backgroundSums, width, left, top, right, bottom);
    const colour = (<usize>at) << 4;
    const shown = v128.load(backgroundColours + colour);
    const subject = getMean(own, v128.load(mean));
    const background = getMean(other, shown);
    const share = f32x4.splat(load<f32>(shares + ((<usize>at) << 2)));
    const trust = f32x4.splat(max<f32>(minTrust, trustIn(load<f32>(shares + ((<usize>at) << 2)))));
    const rest = f32x4.sub(f32x4.splat(1), share);
    const mixture = f32x4.add(f32x4.mul(share, subject), f32x4.mul(rest, background));
    const beyond = f32x4.sub(shown, mixture);
    v128.store(subjectColours + colour, f32x4.mul(trust, f32x4.add(subject, f32x4.mul(trust, beyond))));
    v128.store(backgroundColours + colour, f32x4.add(background, f32x4.mul(rest, beyond)));
    const lean = (f32x4.extract_lane(subject, 2) - 128) * screenU + (f32x4.extract_lane(subject, 3) - 128) * screenV;
    const belonging = min<f32>(1, max<f32>(0, (lean - litLean) / (ownLean - litLean)));
    store<f32>(hueLimits + ((<usize>at) << 2), belonging * max<f32>(0, lean));
  }
}

/** Divides `sums` by their weight, which is lane 0 and becomes 1. */
function getMean(sums: v128, fallback: v128): v128 {
  const weight = f32x4.extract_lane(sums, 0);
  return weight > nothing ? f32x4.div(sums, f32x4.splat(weight)) : fallback;
}

/**
 * Averages the wide estimates in a near window for each pixel of `edges`, weighted with trust and with the share of background.
 * Results are written into three consecutive planes each, the layout of `shown`.
 */
export function gatherNear(
  edges: Ints,
  count: i32,
  shares: Floats,
  width: i32,
  height: i32,
  radius: i32,
  shown: Floats,
  subjectColours: Floats,
  backgroundColours: Floats,
  subject: Floats,
  background: Floats,
): void {
  const plane = (<usize>(width * height)) << 2;
  for (let i = 0; i < count; i++) {
    const at = load<i32>(edges + ((<usize>i) << 2));
    const x = at % width;
    const y = at / width;
    const left = max(0, x - radius);
    const right = min(width, x + radius + 1);
    const bottom = min(height, y + radius + 1);
    let own = f32x4.splat(0);
    let other = f32x4.splat(0);
    for (let row = max(0, y - radius); row < bottom; row++) {
      for (let from = row * width + left; from < row * width + right; from++) {
        const share = f32x4.splat(load<f32>(shares + ((<usize>from) << 2)));
        const colour = (<usize>from) << 4;
        own = f32x4.add(own, v128.load(subjectColours + colour));
        const rest = f32x4.sub(f32x4.splat(1), share);
        other = f32x4.add(other, f32x4.mul(rest, v128.load(backgroundColours + colour)));
      }
    }
    const pixel = (<usize>at) << 2;
    storePlanes(subject + pixel, plane, f32x4.div(own, f32x4.splat(f32x4.extract_lane(own, 0))));
    storePlanes(background + pixel, plane, getMean(other, loadPlanes(shown + pixel, plane)));
  }
}

/** Stores lanes 1 to 3. */
function storePlanes(to: usize, plane: usize, colour: v128): void {
  store<f32>(to, f32x4.extract_lane(colour, 1));
  store<f32>(to + plane, f32x4.extract_lane(colour, 2));
  store<f32>(to + 2 * plane, f32x4.extract_lane(colour, 3));
}

function loadPlanes(from: usize, plane: usize): v128 {
  return lanes(1, load<f32>(from), load<f32>(from + plane), load<f32>(from + 2 * plane));
}
