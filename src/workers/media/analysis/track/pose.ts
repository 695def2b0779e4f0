/** A rectangle of an image, in pixels; x and y are its top left corner. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * The position of a target: the centre and size of its box, and its rotation in radians clockwise. Unlike those of a box, its
 * coordinates are at pixel centres: the first pixel is at 0, 0.
 */
export type Pose = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
};

export const toPose = ({ x, y, width, height }: Box): Pose => ({
  x: x + width / 2 - 0.5,
  y: y + height / 2 - 0.5,
  width,
  height,
  angle: 0,
});

export const toBox = ({ x, y, width, height }: Pose): Box => ({
  x: x + 0.5 - width / 2,
  y: y + 0.5 - height / 2,
  width,
  height,
});

/** Interpolates two poses, at a `share` of the way from the first one. */
export function mixPoses(one: Pose, other: Pose, share: number): Pose {
  const mix = (a: number, b: number): number => a + (b - a) * share;
  return {
    x: mix(one.x, other.x),
    y: mix(one.y, other.y),
    width: mix(one.width, other.width),
    height: mix(one.height, other.height),
    angle: mix(one.angle, other.angle),
  };
}

/** A transform that turns, scales and moves: x' = a x - b y + e, y' = b x + a y + f. */
export type Similarity = { readonly a: number; readonly b: number; readonly e: number; readonly f: number };

export const getScale = ({ a, b }: Similarity): number => Math.hypot(a, b);

/** Applies a transform to a pose. */
export function movePose({ x, y, width, height, angle }: Pose, map: Similarity): Pose {
  const scale = getScale(map);
  return {
    x: map.a * x - map.b * y + map.e,
    y: map.b * x + map.a * y + map.f,
    width: width * scale,
    height: height * scale,
    angle: angle + Math.atan2(map.b, map.a),
  };
}
