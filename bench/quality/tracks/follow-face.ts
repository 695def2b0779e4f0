import type { FaceDetector } from '#core/analysis/detection.ts';
import type { Size } from '#core/lib/size.ts';

type Point = { readonly x: number; readonly y: number };
type Area = Point & Size;

/**
 * The radius of averaging, in frames: the detected position of a face without motion varies by a pixel, so each position is the
 * mean of its neighbors.
 */
const reach = 1;

/**
 * Moves an area with the face that it contains in the first frame (RGB), so that nodding does not move the face within the areas.
 * Positions are whole pixels, and areas stay inside the frames. Throws for a frame without a face.
 */
export async function followFace(
  frames: readonly Uint8Array[],
  size: Size,
  area: Area,
  detector: FaceDetector,
): Promise<Area[]> {
  const middles: Point[] = [];
  for (const rgb of frames) {
    middles.push(await findNearest({ ...size, rgb }, middles.at(-1) ?? getCentre(area), detector));
  }
  const smooth = middles.map((_, index) => getMean(middles.slice(Math.max(0, index - reach), index + reach + 1)));
  const [first = getCentre(area)] = smooth;
  return smooth.map(({ x, y }) => ({
    ...area,
    x: within(Math.round(area.x + x - first.x), size.width - area.width),
    y: within(Math.round(area.y + y - first.y), size.height - area.height),
  }));
}

async function findNearest(
  picture: Parameters<FaceDetector['findFaces']>[0],
  to: Point,
  detector: FaceDetector,
): Promise<Point> {
  const middles = (await detector.findFaces(picture)).map(getCentre);
  const distance = ({ x, y }: Point): number => Math.hypot(x - to.x, y - to.y);
  const [nearest] = middles.sort((one, other) => distance(one) - distance(other));
  if (!nearest) {
    throw new Error('a frame of a talking face has no face');
  }
  return nearest;
}

const getCentre = ({ x, y, width, height }: Area): Point => ({ x: x + width / 2, y: y + height / 2 });

const getMean = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
