import type { CDPSession, Locator, Page } from 'playwright-core';

/** A point of the window, in CSS pixels. */
export type Point = { readonly x: number; readonly y: number };

/** Fingers on a page that the browser handles like real ones: they scroll, rest for a long press, and create clicks. */
export class Fingers {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Makes the screen of a page a touch screen. */
  static async of(page: Page): Promise<Fingers> {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    return new Fingers(session);
  }

  /** Gives a page the size and the touch screen of a phone. */
  static async onPhone(page: Page): Promise<Fingers> {
    await page.setViewportSize({ width: 390, height: 844 });
    return Fingers.of(page);
  }

  /** Puts fingers down, one after the other. */
  async press(...points: readonly Point[]): Promise<void> {
    for (const count of points.keys()) {
      await this.#send('touchStart', points.slice(0, count + 1));
    }
  }

  move = (...points: readonly Point[]): Promise<void> => this.#send('touchMove', points);
  lift = (): Promise<void> => this.#send('touchEnd', []);

  /** Taps a point, or the middle of an element after scrolling to it. Late events would make it a resting finger. */
  async tap(target: Point | Locator): Promise<void> {
    if ('boundingBox' in target) {
      await target.scrollIntoViewIfNeeded();
    }
    const point = 'boundingBox' in target ? await getPoint(target) : target;
    await Promise.all([this.press(point), this.lift()]);
  }

  /** Rests a finger on a point for longer than a tap or a scroll, and lifts it. */
  async hold(point: Point): Promise<void> {
    await this.press(point);
    // By the clock of the page, whose own timer is late on a busy machine.
    const expression = 'new Promise((resolve) => setTimeout(resolve, 600))';
    await this.#session.send('Runtime.evaluate', { expression, awaitPromise: true });
    await this.lift();
  }

  /** Moves fingers that are down from some points to others, in steps as a screen reports them. */
  async slide(from: readonly Point[], to: readonly Point[], steps = 8): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      const along = (start: number, end: number): number => start + ((end - start) * step) / steps;
      await this.move(
        ...from.map((start, index) => {
          const end = to[index] ?? start;
          return { x: along(start.x, end.x), y: along(start.y, end.y) };
        }),
      );
    }
  }

  /** Puts a finger down, moves it immediately and lifts it. */
  async drag(from: Point, by: { readonly x?: number; readonly y?: number }): Promise<void> {
    const to = { x: from.x + (by.x ?? 0), y: from.y + (by.y ?? 0) };
    // Not one after the other: on a busy machine the finger would rest where it is put down.
    await Promise.all([this.press(from), this.slide([from], [to])]);
    // A finger that rests before it is lifted causes no momentum scroll.
    await new Promise((resolve) => setTimeout(resolve, 120));
    await this.move(to);
    await this.lift();
  }

  #send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> => {
    const touchPoints = points.map((point, id) => ({ ...point, id }));
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
}

/** Returns a point of an element: its middle, or the point at these shares of its width and height. */
export async function getPoint(element: Locator, across = 0.5, down = 0.5): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) {
    throw new Error('The element to touch is not rendered.');
  }
  return { x: box.x + across * box.width, y: box.y + down * box.height };
}
