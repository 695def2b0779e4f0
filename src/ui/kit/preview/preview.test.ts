import { afterEach, expect, it, vi } from 'vitest';
import type { PreviewCommand, PreviewEvent } from '#core/protocol/preview.ts';
import { createPreview } from './preview.ts';

/** Replaces the worker, which Node does not have: records its messages and sends replies. */
class FakeWorker extends EventTarget {
  static last = new FakeWorker();
  readonly told: PreviewCommand[] = [];

  constructor() {
    super();
    FakeWorker.last = this;
  }

  postMessage(command: PreviewCommand): void {
    this.told.push(command);
  }

  say(event: PreviewEvent): void {
    this.dispatchEvent(new MessageEvent('message', { data: event }));
  }
}

afterEach(() => void vi.unstubAllGlobals());

it('reports no time from before the last seek', () => {
  vi.stubGlobal('Worker', FakeWorker);
  const times: number[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is only passed to the worker
  const preview = createPreview({} as OffscreenCanvas, (event) => event.type === 'time' && times.push(event.seconds));
  const worker = FakeWorker.last;
  worker.say({ type: 'time', seconds: 0.1, nonce: 0 });
  const first = preview.seek(1);
  const second = preview.seek(2);
  expect(worker.told).toContainEqual({ type: 'seek', seconds: 2, nonce: second });
  // The intermediate play state, the answer to the first call, and the answer to the second.
  worker.say({ type: 'time', seconds: 0.2, nonce: 0 });
  worker.say({ type: 'time', seconds: 1, nonce: first });
  worker.say({ type: 'time', seconds: 2, nonce: second });
  worker.say({ type: 'time', seconds: 2.1, nonce: second });
  expect(times).toEqual([0.1, 2, 2.1]);
});
