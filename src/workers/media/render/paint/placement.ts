import type { Size } from '#core/lib/size.ts';
import type { Matrix } from '#core/timeline/scene.ts';

/** Edges in pixels, including fractions. */
export type Edges = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The position of a texture on a canvas. */
export type Placement = {
  /** Transforms pixels of the texture to pixels of the canvas. */
  readonly matrix: Matrix;
  /** The visible part of the texture, in its pixels. */
  readonly region: Edges;
  /** The part of the canvas that can change; null for all of it. */
  readonly clip: Edges | null;
};

/** Whole pixels of the canvas with even left and top, so that chroma samples are whole too. */
export type PixelBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The distance to a whole pixel that is rounded: the difference is below one byte. */
const tolerance = 1 / 512;

export const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < tolerance;

/** Applies first `inner`, then `outer`. */
export function combine(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

/** Inverts a matrix, which must not be singular. */
export function invert({ a, b, c, d, e, f }: Matrix): Matrix {
  const area = a * d - b * c;
  return {
    a: d / area,
    b: -b / area,
    c: -c / area,
    d: a / area,
    e: (c * f - d * e) / area,
    f: (b * e - a * f) / area,
  };
}

export const isUprightMatrix = ({ b, c }: Matrix): boolean => Math.abs(b) < 1e-9 && Math.abs(c) < 1e-9;

/** Returns the size of a texture pixel on the canvas, along its two axes. */
export const getScales = ({ a, b, c, d }: Matrix): { readonly x: number; readonly y: number } => ({
  x: Math.hypot(a, b),
  y: Math.hypot(c, d),
});

/** Returns the bounds of a region of the texture on the canvas. */
export function getBounds({ a, b, c, d, e, f }: Matrix, { left, top, right, bottom }: Edges): Edges {
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function intersect(one: Edges, other: Edges | null): Edges {
  return other
    ? {
        left: Math.max(one.left, other.left),
        top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
      }
    : one;
}

export const grow = ({ left, top, right, bottom }: Edges, by: number): Edges => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** Returns the pixels of a canvas that edges touch; null if there are none. */
export function getPixels(edges: Edges, { width, height }: Size): PixelBox | null {
  const x = Math.max(0, Math.floor(edges.left + tolerance)) & ~1;
  const y = Math.max(0, Math.floor(edges.top + tolerance)) & ~1;
  const right = Math.min(width, (Math.ceil(edges.right - tolerance) + 1) & ~1);
  const bottom = Math.min(height, (Math.ceil(edges.bottom - tolerance) + 1) & ~1);
  return right > x && bottom > y && edges.right > edges.left && edges.bottom > edges.top
    ? { x, y, width: right - x, height: bottom - y }
    : null;
}

/** Returns whether edges cover all of the pixels, each one entirely. */
export const isCovered = ({ x, y, width, height }: PixelBox, { left, top, right, bottom }: Edges): boolean =>
  left <= x + tolerance && top <= y + tolerance && right >= x + width - tolerance && bottom >= y + height - tolerance;
