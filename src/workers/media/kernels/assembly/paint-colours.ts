import { Bytes, Floats, Ints } from './arrays';
import { lanes, loadBytes } from './lanes';
import { listRuns, runBytes } from './runs';
import { background as nothing, edge } from './sums';

/** The maximum sum of the four alphas of a square. */
const full = 4 * 255;

/**
 * Replaces an image's colours by the subject's alone, in place; see `ForegroundPainter`. The grid gives `kinds`, `hueLimits`, and
 * the colours of `subject` and `background`, three consecutive planes each. `columnStarts` contains the first chroma column of each
 * cell, and the end. `columns` contains the cell of each chroma column, `rows` that of each row. A screen's light is removed by
 * `strength`, which is 0 without a screen. `runs` is scratch memory for a row of cells.
 */
export function paintColours(
  kinds: Bytes,
  subject: Floats,
  background: Floats,
  hueLimits: Floats,
  gridWidth: i32,
  gridHeight: i32,
  columnStarts: Ints,
  columns: Ints,
  rows: Ints,
  isDecontaminating: i32,
  fillY: i32,
  fillU: i32,
  fillV: i32,
  screenU: f32,
  screenV: f32,
  strength: f32,
  y: Bytes,
  u: Bytes,
  v: Bytes,
  width: i32,
  height: i32,
  alpha: Bytes,
  runs: Ints,
): void {
  const chromaWidth = (width + 1) >> 1;
  const chromaHeight = (height + 1) >> 1;
  const planeBytes = (<usize>(gridWidth * gridHeight)) << 2;
  const screen = lanes(screenU, screenV, strength, 0);
  let row = -1;
  let lastRun = runs;
  for (let line = 0; line < chromaHeight; line++) {
    if (load<i32>(rows + ((<usize>line) << 2)) != row) {
      row = load<i32>(rows + ((<usize>line) << 2));
      lastRun = listRuns(kinds + row * gridWidth, gridWidth, runs);
    }
    const firstCell = (<usize>(row * gridWidth)) << 2;
    const shownU = u + line * chromaWidth;
    const shownV = v + line * chromaWidth;
    const upper = <usize>(2 * line * width);
    const down: usize = 2 * line + 1 < height ? <usize>width : 0;
    for (let run = runs; run < lastRun; run += runBytes) {
      const kind = load<i32>(run, 8);
      let x = load<i32>(columnStarts + ((<usize>load<i32>(run)) << 2));
      const right = load<i32>(columnStarts + ((<usize>load<i32>(run, 4)) << 2));
      if (x == right) {
        // Where the grid is finer than chroma, a run may have no chroma column.
        continue;
      }
      if (kind == nothing) {
        memory.fill(shownU + x, <u8>fillU, right - x);
        memory.fill(shownV + x, <u8>fillV, right - x);
        const luma = y + upper + 2 * x;
        const bytes = min(width, 2 * right) - 2 * x;
        memory.fill(luma, <u8>fillY, bytes);
        memory.fill(luma + down, <u8>fillY, bytes);
      } else if (kind == edge) {
        const ends = isDecontaminating != 0 && down != 0 ? min(right, width >> 1) - 3 : 0;
        while (x < right) {
          const at = upper + 2 * x;
          const cells = columns + ((<usize>x) << 2);
          if (x < ends) {
            paintQuad(
              y + at,
              shownU + x,
              shownV + x,
              alpha + at,
              down,
              cells,
              subject + firstCell,
              background + firstCell,
              hueLimits + firstCell,
              planeBytes,
              screen,
            );
            x += 4;
          } else {
            paintSquare(
              y + at,
              shownU + x,
              shownV + x,
              alpha + at,
              2 * x + 1 < width ? 1 : 0,
              down,
              firstCell + ((<usize>load<i32>(cells)) << 2),
              subject,
              background,
              hueLimits,
              planeBytes,
              isDecontaminating,
              screen,
            );
            x += 1;
          }
        }
      }
    }
  }
}

/** Paints four chroma pixels, and the eight of luma in each of their two rows. `cells` contains the cell of each. */
function paintQuad(
  y: usize,
  u: usize,
  v: usize,
  alpha: usize,
  down: usize,
  cells: usize,
  subject: usize,
  background: usize,
  hueLimits: usize,
  planeBytes: usize,
  screen: v128,
): void {
  const upper = i16x8.extend_low_i8x16_u(v128.load64_zero(alpha));
  const lower = i16x8.extend_low_i8x16_u(v128.load64_zero(alpha + down));
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.add(upper, lower));
  const hasScreen = f32x4.extract_lane(screen, 2) > 0;
  if (!hasScreen && i32x4.all_true(i32x4.eq(sums, i32x4.splat(full)))) {
    return;
  }
  const first = (<usize>load<i32>(cells)) << 2;
  const second = (<usize>load<i32>(cells, 4)) << 2;
  const third = (<usize>load<i32>(cells, 8)) << 2;
  const fourth = (<usize>load<i32>(cells, 12)) << 2;
  const lumaSubject = gather(subject, first, second, third, fourth);
  const lumaBackground = gather(background, first, second, third, fourth);
  paintEight(y, upper, lumaSubject, lumaBackground);
  paintEight(y + down, lower, lumaSubject, lumaBackground);
  const share = f32x4.div(f32x4.convert_i32x4_s(sums), f32x4.splat(<f32>full));
  subject += planeBytes;
  background += planeBytes;
  let blue = mixColours(
    loadBytes(u),
    share,
    gather(subject, first, second, third, fourth),
    gather(background, first, second, third, fourth),
  );
  subject += planeBytes;
  background += planeBytes;
  let red = mixColours(
    loadBytes(v),
    share,
    gather(subject, first, second, third, fourth),
    gather(background, first, second, third, fourth),
  );
  if (hasScreen) {
    const screenU = v128.shuffle<f32>(screen, screen, 0, 0, 0, 0);
    const screenV = v128.shuffle<f32>(screen, screen, 1, 1, 1, 1);
    const strength = v128.shuffle<f32>(screen, screen, 2, 2, 2, 2);
    const shownU = f32x4.convert_i32x4_s(blue);
    const shownV = f32x4.convert_i32x4_s(red);
    const lean = f32x4.add(
      f32x4.mul(f32x4.sub(shownU, f32x4.splat(128)), screenU),
      f32x4.mul(f32x4.sub(shownV, f32x4.splat(128)), screenV),
    );
    const over = f32x4.max(f32x4.splat(0), f32x4.sub(lean, gather(hueLimits, first, second, third, fourth)));
    const excess = f32x4.mul(strength, over);
    blue = round(f32x4.sub(shownU, f32x4.mul(excess, screenU)));
    red = round(f32x4.sub(shownV, f32x4.mul(excess, screenV)));
  }
  const narrow = i16x8.narrow_i32x4_s(blue, red);
  const bytes = i8x16.narrow_i16x8_u(narrow, narrow);
  v128.store32_lane(u, bytes, 0);
  v128.store32_lane(v, bytes, 1);
}

/** Paints eight pixels of luma by their alphas, with the colours of four pairs. */
function paintEight(y: usize, alphas: v128, subject: v128, background: v128): void {
  const shown = i16x8.extend_low_i8x16_u(v128.load64_zero(y));
  const whole = f32x4.splat(255);
  const left = mixColours(
    f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(shown)),
    f32x4.div(f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(alphas)), whole),
    v128.shuffle<f32>(subject, subject, 0, 0, 1, 1),
    v128.shuffle<f32>(background, background, 0, 0, 1, 1),
  );
  const right = mixColours(
    f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(shown)),
    f32x4.div(f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(alphas)), whole),
    v128.shuffle<f32>(subject, subject, 2, 2, 3, 3),
    v128.shuffle<f32>(background, background, 2, 2, 3, 3),
  );
  const narrow = i16x8.narrow_i32x4_s(left, right);
  v128.store64_lane(y, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/**
 * Paints one chroma pixel and its four luma pixels, anywhere. Beyond an odd border the last pixels are read, and written, twice.
 * Without decontamination only pure background changes.
 */
function paintSquare(
  y: usize,
  u: usize,
  v: usize,
  alpha: usize,
  right: usize,
  down: usize,
  at: usize,
  subject: usize,
  background: usize,
  hueLimits: usize,
  planeBytes: usize,
  isDecontaminating: i32,
  screen: v128,
): void {
  const alphas = gatherBytes(alpha, right, down);
  const sums = i32x4.add(alphas, v128.shuffle<i32>(alphas, alphas, 2, 3, 0, 1));
  const sum = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1);
  if (sum != 0 && isDecontaminating == 0) {
    return;
  }
  const luma = mixColours(
    f32x4.convert_i32x4_s(gatherBytes(y, right, down)),
    f32x4.div(f32x4.convert_i32x4_s(alphas), f32x4.splat(255)),
    f32x4.splat(load<f32>(subject + at)),
    f32x4.splat(load<f32>(background + at)),
  );
  const blue = at + planeBytes;
  const red = blue + planeBytes;
  const chroma = mixColours(
    lanes(load<u8>(u), load<u8>(v), 0, 0),
    f32x4.splat(<f32>sum / <f32>full),
    lanes(load<f32>(subject + blue), load<f32>(subject + red), 0, 0),
    lanes(load<f32>(background + blue), load<f32>(background + red), 0, 0),
  );
  const narrow = i16x8.narrow_i32x4_s(luma, takeHue(chroma, load<f32>(hueLimits + at), isDecontaminating, screen));
  const bytes = i8x16.narrow_i16x8_u(narrow, narrow);
  v128.store8_lane(y, bytes, 0);
  v128.store8_lane(y + right, bytes, 1);
  v128.store8_lane(y + down, bytes, 2);
  v128.store8_lane(y + down + right, bytes, 3);
  v128.store8_lane(u, bytes, 4);
  v128.store8_lane(v, bytes, 5);
}

/** Removes a screen's light: limits the bias of chroma, in two lanes, towards its hue to that of the subject's inside. */
function takeHue(chroma: v128, limit: f32, isDecontaminating: i32, screen: v128): v128 {
  const strength = f32x4.extract_lane(screen, 2);
  if (isDecontaminating == 0 || strength == 0) {
    return chroma;
  }
  const shown = f32x4.convert_i32x4_s(chroma);
  const leans = f32x4.mul(f32x4.sub(shown, f32x4.splat(128)), screen);
  const lean = f32x4.extract_lane(leans, 0) + f32x4.extract_lane(leans, 1);
  const excess = strength * max<f32>(0, lean - limit);
  return round(f32x4.sub(shown, f32x4.mul(f32x4.splat(excess), screen)));
}

/**
 * Returns the subject's colour in a pixel. The difference of the pixel from the mixture of both colours is attributed to the
 * subject by its share. A difference towards the background may come from a share that is too high, so it counts little unless the
 * pixel is nearly all subject. At share 0 the result is `subject`, at 1 it is `shown`.
 */
function mixColours(shown: v128, share: v128, subject: v128, background: v128): v128 {
  const none = f32x4.splat(0);
  const across = f32x4.sub(background, subject);
  const beyond = f32x4.add(f32x4.sub(shown, background), f32x4.mul(share, across));
  const lean = f32x4.max(f32x4.min(beyond, f32x4.max(none, across)), f32x4.min(none, across));
  const square = f32x4.mul(share, share);
  const loss = f32x4.mul(f32x4.sub(share, f32x4.mul(square, square)), lean);
  return round(f32x4.sub(f32x4.add(subject, f32x4.mul(share, beyond)), loss));
}

/** Rounds to whole numbers. Values below 0 become 0; values above 255 are clamped when stored. */
function round(colours: v128): v128 {
  return i32x4.trunc_sat_f32x4_u(f32x4.add(colours, f32x4.splat(0.5)));
}

function gather(plane: usize, first: usize, second: usize, third: usize, fourth: usize): v128 {
  const early = v128.load32_lane(plane + second, v128.load32_zero(plane + first), 1);
  return v128.load32_lane(plane + fourth, v128.load32_lane(plane + third, early, 2), 3);
}

/** Gathers the four bytes of a square. */
function gatherBytes(from: usize, right: usize, down: usize): v128 {
  const upper = i32x4.replace_lane(i32x4.splat(load<u8>(from)), 1, load<u8>(from + right));
  return i32x4.replace_lane(i32x4.replace_lane(upper, 2, load<u8>(from + down)), 3, load<u8>(from + down + right));
}
