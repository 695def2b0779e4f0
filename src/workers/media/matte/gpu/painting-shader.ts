/** Invocations of one workgroup; each one computes a word, which is four bytes of the result. */
export const workgroupSize = 256;

/** The bits of the flags of `Params`. */
export const flags = { hasColourGuide: 1, isDecontaminating: 2, hasOwnAlpha: 4 } as const;

/**
 * The same arithmetic as in alpha-painter.ts and foreground-painter.ts, in single precision and by byte of the result. Bytes are
 * packed four to a word, the first in the lowest bits; images are I420 as in picture/planes.ts.
 */
export const paintingShader = /* wgsl */ `
struct Params {
  width: u32, height: u32, chromaWidth: u32, chromaHeight: u32,
  gridWidth: u32, gridHeight: u32, flags: u32, alphaWords: u32,
  low: f32, gain: f32, screenU: f32, screenV: f32,
  fillY: f32, fillU: f32, fillV: f32, screenStrength: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> picture: array<u32>;
@group(0) @binding(2) var<storage, read> ownAlpha: array<u32>;
// By cell of the grid, plane after plane: the lines' offsets, Y, U and V; the subject's Y, U and V; the background's; hue limits.
@group(0) @binding(3) var<storage, read> cells: array<f32>;
@group(0) @binding(4) var<storage, read> kinds: array<u32>;
// The words of alpha, and then those of the picture.
@group(0) @binding(5) var<storage, read_write> result: array<u32>;

const edgeKind = 2u;
const backgroundKind = 0u;

fn pictureByte(at: u32) -> f32 { return f32((picture[at >> 2u] >> (8u * (at & 3u))) & 255u); }
fn alphaByte(at: u32) -> u32 { return (result[at >> 2u] >> (8u * (at & 3u))) & 255u; }
fn planeOf(index: u32) -> u32 { return index * params.gridWidth * params.gridHeight; }

@compute @workgroup_size(${workgroupSize})
fn paintAlpha(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.alphaWords) { return; }
  var word = 0u;
  for (var byte = 0u; byte < 4u; byte++) {
    let at = 4u * id.x + byte;
    if (at < params.width * params.height) { word |= alphaAt(at) << (8u * byte); }
  }
  result[id.x] = word;
}

fn alphaAt(at: u32) -> u32 {
  let x = at % params.width;
  let y = at / params.width;
  let grid = vec2f(f32(params.gridWidth), f32(params.gridHeight));
  let size = vec2f(f32(params.width), f32(params.height));
  let place = (vec2f(f32(x), f32(y)) + 0.5) * grid / size - 0.5;
  let near = floor(place);
  let last = vec2i(i32(params.gridWidth), i32(params.gridHeight)) - 1;
  let first = vec2u(clamp(vec2i(near), vec2i(0), last));
  let second = vec2u(clamp(vec2i(near) + 1, vec2i(0), last));
  let corners = vec4u(
    first.y * params.gridWidth + first.x, first.y * params.gridWidth + second.x,
    second.y * params.gridWidth + first.x, second.y * params.gridWidth + second.x);
  let share = place - near;
  var line = between(0u, corners, share) - params.low + between(1u, corners, share) * pictureByte(at);
  if ((params.flags & ${flags.hasColourGuide}u) != 0u) {
    let chroma = (y >> 1u) * params.chromaWidth + (x >> 1u);
    let lumaSize = params.width * params.height;
    line += between(2u, corners, share) * pictureByte(lumaSize + chroma);
    line += between(3u, corners, share) * pictureByte(lumaSize + params.chromaWidth * params.chromaHeight + chroma);
  }
  let alpha = clamp(round(params.gain * line), 0.0, 255.0);
  if ((params.flags & ${flags.hasOwnAlpha}u) == 0u) { return u32(alpha); }
  let own = f32((ownAlpha[at >> 2u] >> (8u * (at & 3u))) & 255u);
  return u32(round(alpha * own / 255.0));
}

fn between(index: u32, corners: vec4u, share: vec2f) -> f32 {
  let plane = planeOf(index);
  let above = mix(cells[plane + corners.x], cells[plane + corners.y], share.x);
  let below = mix(cells[plane + corners.z], cells[plane + corners.w], share.x);
  return mix(above, below, share.y);
}

@compute @workgroup_size(${workgroupSize})
fn paintColours(@builtin(global_invocation_id) id: vec3u) {
  let lumaSize = params.width * params.height;
  let size = lumaSize + 2u * params.chromaWidth * params.chromaHeight;
  if (4u * id.x >= size) { return; }
  var word = 0u;
  for (var byte = 0u; byte < 4u; byte++) {
    let at = 4u * id.x + byte;
    if (at < lumaSize) {
      word |= u32(lumaAt(at)) << (8u * byte);
    } else if (at < size) {
      word |= u32(chromaAt(at - lumaSize)) << (8u * byte);
    }
  }
  result[params.alphaWords + id.x] = word;
}

fn lumaAt(at: u32) -> f32 {
  let column = (at % params.width) >> 1u;
  let row = (at / params.width) >> 1u;
  let shown = pictureByte(at);
  let cell = cellAt(column, row);
  let kind = kindOf(cell);
  if (kind == backgroundKind) { return params.fillY; }
  if (kind != edgeKind || !isPainted(squareSum(column, row))) { return shown; }
  return paint(shown, f32(alphaByte(at)) / 255.0, cell, 0u);
}

fn chromaAt(at: u32) -> f32 {
  let size = params.chromaWidth * params.chromaHeight;
  let isRed = at >= size;
  let within = select(at, at - size, isRed);
  let column = within % params.chromaWidth;
  let row = within / params.chromaWidth;
  let lumaSize = params.width * params.height;
  var colour = vec2f(pictureByte(lumaSize + within), pictureByte(lumaSize + size + within));
  let cell = cellAt(column, row);
  let kind = kindOf(cell);
  if (kind == backgroundKind) {
    colour = vec2f(params.fillU, params.fillV);
  } else if (kind == edgeKind) {
    let sum = squareSum(column, row);
    if (isPainted(sum)) {
      let share = f32(sum) / 1020.0;
      colour = vec2f(paint(colour.x, share, cell, 1u), paint(colour.y, share, cell, 2u));
    }
    colour = takeHue(colour, cell);
  }
  return select(colour.x, colour.y, isRed);
}

fn takeHue(colour: vec2f, cell: u32) -> vec2f {
  let hue = vec2f(params.screenU, params.screenV);
  let excess = dot(colour - 128.0, hue) - cells[planeOf(10u) + cell];
  if ((params.flags & ${flags.isDecontaminating}u) == 0u || params.screenStrength <= 0.0 || excess <= 0.0) { return colour; }
  return clamp(floor(colour - params.screenStrength * excess * hue + 0.5), vec2f(0.0), vec2f(255.0));
}

fn cellAt(column: u32, row: u32) -> u32 {
  let cellRow = row * params.gridHeight / params.chromaHeight;
  return cellRow * params.gridWidth + column * params.gridWidth / params.chromaWidth;
}

fn kindOf(cell: u32) -> u32 { return (kinds[cell >> 2u] >> (8u * (cell & 3u))) & 255u; }

fn isPainted(sum: u32) -> bool {
  return sum < 1020u && (sum == 0u || (params.flags & ${flags.isDecontaminating}u) != 0u);
}

// The sum of alpha over the four pixels of one chroma pixel; beyond an odd border the last ones count twice.
fn squareSum(column: u32, row: u32) -> u32 {
  let left = 2u * column;
  let right = min(left + 1u, params.width - 1u);
  let above = 2u * row * params.width;
  let below = min(2u * row + 1u, params.height - 1u) * params.width;
  return alphaByte(above + left) + alphaByte(above + right) + alphaByte(below + left) + alphaByte(below + right);
}

fn paint(shown: f32, share: f32, cell: u32, channel: u32) -> f32 {
  let subject = cells[planeOf(4u + channel) + cell];
  let background = cells[planeOf(7u + channel) + cell];
  let beyond = shown - share * subject - (1.0 - share) * background;
  let across = background - subject;
  let lean = clamp(beyond, min(across, 0.0), max(across, 0.0));
  let square = share * share;
  let colour = subject + share * beyond - (share - square * square) * lean;
  return clamp(floor(colour + 0.5), 0.0, 255.0);
}
`;
