import type { Page } from 'playwright-core';
import { readFrames } from '../in-page/media.ts';

/**
 * Returns red, green, blue and alpha at a share of a frame's width and height, 0.3 s into a video, as the browser shows
 * it.
 */
export async function getPixel(page: Page, url: string, x: number, y: number): Promise<number[]> {
  const { width, height, frames } = await page.evaluate(readFrames, { video: { url }, times: [0.3] });
  const start = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
  return [...Buffer.from(frames[0] ?? '', 'base64').subarray(start, start + 4)];
}

/**
 * Returns the intersection over union of a video's alpha and of the luma of another one with the same size (a WebM's
 * bytes), at some times.
 */
export async function compareAlpha(
  page: Page,
  url: string,
  truth: Buffer,
  times: readonly number[],
): Promise<number[]> {
  const result = await page.evaluate(readFrames, { video: { url }, times });
  const goal = await page.evaluate(readFrames, { video: { webm: truth.toString('base64') }, times });
  return times.map((_, index) => overlap(decode(result.frames[index]), decode(goal.frames[index])));
}

const decode = (frame = ''): Buffer => Buffer.from(frame, 'base64');

function overlap(result: Buffer, goal: Buffer): number {
  let [both, either] = [0, 0];
  for (let index = 0; index < result.length; index += 4) {
    const [inResult, inGoal] = [(result[index + 3] ?? 0) > 127, (goal[index] ?? 0) > 127];
    both += inResult && inGoal ? 1 : 0;
    either += inResult || inGoal ? 1 : 0;
  }
  return both / either;
}
