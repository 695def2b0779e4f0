import type { Matte } from '#core/protocol/runners.ts';
import type { Box } from './pose.ts';

/** The minimum alpha of a subject's pixel. */
const minAlpha = 128;
/** The minimum and maximum share of the frame that a subject fills. */
const minShare = 0.004;
const maxShare = 0.92;
/** The maximum share of the frame that the subject's box fills. */
const maxOfPicture = 0.8;
/** The minimum ratio of the width of shoulders to the width of the head above them. */
const shoulderFactor = 1.7;
/** The size of a face relative to the head with its hair: its width, and its bottom as a multiple of that width from the top. */
const faceWidth = 0.86;
const headHeight = 1.45;
const hair = 0.12;

/** A subject in a matte, in its pixels, with the share of the frame that it fills. */
export type Subject = { readonly box: Box; readonly share: number };

/**
 * Returns whether the box of the subject fills the frame, as with a person near the camera, so that nothing fits next to the
 * subject.
 */
export function isTooNear(matte: Matte): boolean {
  const subject = findSubject(matte);
  return subject !== null && subject.box.width * subject.box.height > maxOfPicture * matte.width * matte.height;
}

/** Finds the largest connected subject of a matte; null if there is none to track. */
export function findSubject(matte: Matte): (Subject & { readonly mask: Uint8Array }) | null {
  const mask = findLargest(matte);
  const share = mask.reduce((sum, value) => sum + value, 0) / mask.length;
  if (share < minShare || share > maxShare) {
    return null;
  }
  const rows = listRows(mask, matte);
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (!first || !last) {
    return null;
  }
  const left = Math.min(...rows.map((row) => row.left));
  const right = Math.max(...rows.map((row) => row.right));
  return { box: { x: left, y: first.y, width: right - left, height: last.y + 1 - first.y }, share, mask };
}

/** Estimates the face of a person: below the top of the matte and above the shoulders, where it widens. */
export function findHead(matte: Matte): Subject | null {
  const subject = findSubject(matte);
  if (!subject) {
    return null;
  }
  const rows = listRows(subject.mask, matte);
  const top = rows[0]?.y ?? 0;
  let widest = 0;
  let end = rows.length;
  for (const [index, { left, right }] of rows.entries()) {
    const width = right - left;
    // A head is at least half as tall as it is wide.
    if (index > 0.9 * widest && widest > 2 && width > shoulderFactor * medianWidth(rows.slice(0, index))) {
      end = index;
      break;
    }
    widest = Math.max(widest, medianWidth(rows.slice(0, index + 1)));
    if (index > headHeight * widest && widest > 2) {
      end = index;
      break;
    }
  }
  const head = rows.slice(0, Math.max(1, end));
  const width = faceWidth * Math.max(2, medianWidth(head));
  const tall = Math.min(head.length, headHeight * width);
  const middle = median(head.map(({ left, right }) => (left + right) / 2));
  const box = { x: middle - width / 2, y: top + hair * tall, width, height: Math.max(2, (1 - hair) * tall) };
  return { box, share: subject.share };
}

type Row = { readonly y: number; readonly left: number; readonly right: number };

/** Lists the rows of the subject, each with its first column and the column after its last. */
function listRows(mask: Uint8Array, { width, height }: Matte): Row[] {
  const rows: Row[] = [];
  for (let y = 0; y < height; y++) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const left = row.indexOf(1);
    if (left >= 0) {
      rows.push({ y, left, right: row.lastIndexOf(1) + 1 });
    }
  }
  return rows;
}

const medianWidth = (rows: readonly Row[]): number => median(rows.map(({ left, right }) => right - left));

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Returns 1 for each pixel of the largest connected part, by flood fill. */
function findLargest({ width, height, alpha }: Matte): Uint8Array {
  const labels = new Int32Array(width * height);
  let [label, best, bestCount] = [0, 0, 0];
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] === 0 && (alpha[start] ?? 0) >= minAlpha) {
      label++;
      const count = fill(labels, alpha, { width, start, label });
      if (count > bestCount) {
        [best, bestCount] = [label, count];
      }
    }
  }
  return Uint8Array.from(labels, (value) => (best > 0 && value === best ? 1 : 0));
}

function fill(
  labels: Int32Array,
  alpha: Uint8Array,
  { width, start, label }: { readonly width: number; readonly start: number; readonly label: number },
): number {
  const open = [start];
  labels[start] = label;
  let count = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count++;
    const column = at % width;
    const near = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width];
    for (const next of near) {
      if (next >= 0 && next < labels.length && labels[next] === 0 && (alpha[next] ?? 0) >= minAlpha) {
        labels[next] = label;
        open.push(next);
      }
    }
  }
  return count;
}
