import { Bytes } from '../arrays';
import { scaleByte } from './bytes';

/**
 * Blends a picture with what is below it by a mode of the W3C's compositing specification, in full-range RGB. What is shown has been
 * multiplied with its alpha; `half` is its mean over squares of two by two. `alphaBelow` is that of the target, where it has
 * one. The first of `u`, `v` and `half` belong to the square of the first pixel. The factors are those of `rgbFactors` and `toYuv`.
 */
export function blendPicture(
  mode: i32,
  y: Bytes,
  u: Bytes,
  v: Bytes,
  alpha: Bytes,
  half: Bytes,
  stride: i32,
  chromaStride: i32,
  belowY: Bytes,
  belowU: Bytes,
  belowV: Bytes,
  alphaBelow: Bytes,
  hasAlphaBelow: i32,
  belowStride: i32,
  belowChromaStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
  kr: f32,
  kb: f32,
): void {
  for (let row = 0; row < height; row += 2) {
    for (let x = 0; x < width; x += 2) {
      const chroma = (row >> 1) * chromaStride + (x >> 1);
      if (load<u8>(half + chroma) == 0 && squareIsClear(alpha, stride, x, row, width, height)) {
        continue;
      }
      const to = (row >> 1) * belowChromaStride + (x >> 1);
      const cover = <f32>max<u8>(1, load<u8>(half + chroma)) / 255;
      const blue = min<f32>(255, <f32>load<u8>(u + chroma) / cover) - 128;
      const red = min<f32>(255, <f32>load<u8>(v + chroma) / cover) - 128;
      const blueBelow = <f32>load<u8>(belowU + to) - 128;
      const redBelow = <f32>load<u8>(belowV + to) - 128;
      let blues: f32 = 0;
      let reds: f32 = 0;
      let count: f32 = 0;
      for (let pixel = 0; pixel < 4; pixel++) {
        const px = x + (pixel & 1);
        const py = row + (pixel >> 1);
        if (px >= width || py >= height) {
          continue;
        }
        const at = py * stride + px;
        const below = py * belowStride + px;
        const own = load<u8>(alpha + at);
        const share = <f32>scaleByte(own, opacity) / 255;
        const shareBelow: f32 = hasAlphaBelow ? <f32>load<u8>(alphaBelow + below) / 255 : 1;
        const light = own > 0 ? (<f32>load<u8>(y + at) * 255) / <f32>own : 16;
        blendPixel(
          mode,
          light,
          blue,
          red,
          share,
          <f32>load<u8>(belowY + below),
          blueBelow,
          redBelow,
          shareBelow,
          kr,
          kb,
        );
        if (share > 0) {
          store<u8>(belowY + below, toByte(mixedY));
        }
        blues += mixedU;
        reds += mixedV;
        count += 1;
      }
      store<u8>(belowU + to, toByte(128 + blues / count));
      store<u8>(belowV + to, toByte(128 + reds / count));
    }
  }
}

let mixedY: f32 = 0;
let mixedU: f32 = 0;
let mixedV: f32 = 0;

function squareIsClear(alpha: usize, stride: i32, x: i32, row: i32, width: i32, height: i32): bool {
  for (let pixel = 0; pixel < 4; pixel++) {
    const px = x + (pixel & 1);
    const py = row + (pixel >> 1);
    if (px < width && py < height && load<u8>(alpha + py * stride + px) > 0) {
      return false;
    }
  }
  return true;
}

/** Leaves in `mixed...` what is seen of one pixel over another, not multiplied with alpha. */
function blendPixel(
  mode: i32,
  light: f32,
  blue: f32,
  red: f32,
  share: f32,
  lightBelow: f32,
  blueBelow: f32,
  redBelow: f32,
  shareBelow: f32,
  kr: f32,
  kb: f32,
): void {
  const whole = share + shareBelow - share * shareBelow;
  if (share == 0 || whole == 0) {
    mixedY = lightBelow;
    mixedU = blueBelow;
    mixedV = redBelow;
    return;
  }
  const kg: f32 = 1 - kr - kb;
  const blueScale: f32 = (2 * (1 - kb)) / 224;
  const redScale: f32 = (2 * (1 - kr)) / 224;
  const l: f32 = (light - 16) / 219;
  const lb: f32 = (lightBelow - 16) / 219;
  const sr = clamp(l + redScale * red);
  const sb = clamp(l + blueScale * blue);
  const sg = clamp((l - kr * (l + redScale * red) - kb * (l + blueScale * blue)) / kg);
  const br = clamp(lb + redScale * redBelow);
  const bb = clamp(lb + blueScale * blueBelow);
  const bg = clamp((lb - kr * (lb + redScale * redBelow) - kb * (lb + blueScale * blueBelow)) / kg);
  const both = share * shareBelow;
  const only = share - both;
  const rest = shareBelow - both;
  const r = (only * sr + rest * br + both * mix(mode, sr, br)) / whole;
  const g = (only * sg + rest * bg + both * mix(mode, sg, bg)) / whole;
  const b = (only * sb + rest * bb + both * mix(mode, sb, bb)) / whole;
  const luma = kr * r + kg * g + kb * b;
  mixedY = 16 + 219 * luma;
  mixedU = (b - luma) / blueScale;
  mixedV = (r - luma) / redScale;
}

/** One channel; the modes are numbered as `blendModeIds` lists them. */
function mix(mode: i32, shown: f32, below: f32): f32 {
  switch (mode) {
    case 1:
      return shown * below;
    case 2:
      return shown + below - shown * below;
    case 3:
      return hardLight(below, shown);
    case 4:
      return min(shown, below);
    case 5:
      return max(shown, below);
    case 6:
      return below == 0 ? 0 : shown >= 1 ? 1 : min<f32>(1, below / (1 - shown));
    case 7:
      return below >= 1 ? 1 : shown <= 0 ? 0 : 1 - min<f32>(1, (1 - below) / shown);
    case 8:
      return hardLight(shown, below);
    case 9:
      return softLight(shown, below);
    case 10:
      return abs(shown - below);
    case 11:
      return shown + below - 2 * shown * below;
    default:
      return shown;
  }
}

function hardLight(shown: f32, below: f32): f32 {
  const twice: f32 = 2 * shown;
  return shown <= 0.5 ? below * twice : below + (twice - 1) - below * (twice - 1);
}

function softLight(shown: f32, below: f32): f32 {
  if (shown <= 0.5) {
    return below - (1 - 2 * shown) * below * (1 - below);
  }
  const depth: f32 = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : sqrt<f32>(below);
  return below + (2 * shown - 1) * (depth - below);
}

function clamp(value: f32): f32 {
  return max<f32>(0, min<f32>(1, value));
}

function toByte(value: f32): u8 {
  return <u8>max<f32>(0, min<f32>(255, value + 0.5));
}
