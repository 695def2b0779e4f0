import { describe, expect, it } from 'vitest';
import {
  Exchange,
  endToEndHeaders,
  parseBinary,
  parseMessage,
  pieceBytes,
  toFrame,
  toPiece,
  toWhole,
  windowBytes,
  type SocketFrame,
  type RelayMessage,
} from './relay.ts';
import { Failure } from '../lib/failure.ts';

function toPieceBytes(frame: Uint8Array): Uint8Array {
  const part = parseBinary(frame);
  return 'bytes' in part ? part.bytes : part.body;
}

/** Creates two ends of one request that deliver to each other immediately. */
function joinEnds(): { near: Exchange; far: Exchange; frames: SocketFrame[] } {
  const frames: SocketFrame[] = [];
  const deliver = (to: () => Exchange) => (frame: SocketFrame) => {
    frames.push(frame);
    const part = typeof frame === 'string' ? parseMessage(frame) : toPieceBytes(frame);
    if (part instanceof Uint8Array || part.type === 'end' || part.type === 'abort' || part.type === 'credit') {
      to().receive(part);
    }
  };
  const near: Exchange = new Exchange(
    7,
    deliver(() => far),
  );
  const far: Exchange = new Exchange(
    7,
    deliver(() => near),
  );
  return { near, far, frames };
}

describe('frames', () => {
  it('contain a complete message', () => {
    const message: RelayMessage = {
      type: 'request',
      id: 3,
      method: 'POST',
      path: '/v1/uploads?x=ü',
      headers: [['Accept', 'text/plain']],
      bodyBytes: null,
      transferId: 'a-1',
      isBodyTransferred: false,
    };
    expect(parseMessage(toFrame(message))).toEqual(message);
  });

  it.each(['{', '{"type":"nonsense"}', '{"type":"end","id":0}', '{"type":"credit","id":1,"bytes":-1}'])(
    'refuse %s',
    (text) => {
      expect(() => parseMessage(text)).toThrow();
    },
  );

  it('contain a piece with the id of its request, also within a larger buffer', () => {
    const frame = toPiece(0xffff_fffe, new Uint8Array([1, 2, 3]));
    const inside = new Uint8Array([9, ...frame, 9]).subarray(1, -1);
    expect(parseBinary(inside)).toEqual({ id: 0xffff_fffe, bytes: new Uint8Array([1, 2, 3]) });
  });

  it('contain a message with its whole body, also within a larger buffer', () => {
    const frame = toWhole(new Uint8Array([1, 2]), new Uint8Array([3, 4, 5]));
    const inside = new Uint8Array([9, ...frame]).subarray(1);
    expect(parseBinary(inside)).toEqual({ head: new Uint8Array([1, 2]), body: new Uint8Array([3, 4, 5]) });
  });

  it.each([3, 7])('are refused if %i bytes cannot contain an id and a size', (length) => {
    expect(() => parseBinary(new Uint8Array(length))).toThrow(RangeError);
  });
});

describe('endToEndHeaders', () => {
  it('drops the headers of one connection, and those that Connection names', () => {
    const kept = endToEndHeaders([
      ['Connection', 'close, X-Mine'],
      ['x-mine', '1'],
      ['Transfer-Encoding', 'chunked'],
      ['Authorization', 'Bearer vk_x'],
    ]);
    expect(kept).toEqual([['Authorization', 'Bearer vk_x']]);
  });
});

describe('Exchange', () => {
  it('stops a sender at the window while the reader does not read', async () => {
    const { near, far, frames } = joinEnds();
    let isWritten = false;
    const writing = near.write(new Uint8Array(3 * windowBytes)).then(() => {
      isWritten = true;
    });
    const getSent = (): number =>
      frames.filter((frame) => typeof frame !== 'string').reduce((sum, frame) => sum + frame.length - 4, 0);
    await expect.poll(getSent).toBe(windowBytes);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(getSent()).toBe(windowBytes);
    expect(isWritten).toBe(false);
    let readBytes = 0;
    while (readBytes < 3 * windowBytes) {
      const piece = await far.read();
      expect(piece?.length).toBeLessThanOrEqual(pieceBytes);
      readBytes += piece?.length ?? 0;
    }
    await writing;
    near.end();
    expect(await far.read()).toBeUndefined();
  });

  it('refuses a sender that exceeds the window', () => {
    const { far } = joinEnds();
    far.receive(new Uint8Array(windowBytes));
    expect(() => far.receive(new Uint8Array(1))).toThrow(RangeError);
  });

  it('fails both ends when one aborts, for pending and for later calls', async () => {
    const { near, far } = joinEnds();
    const reading = far.read();
    near.abort('enough');
    await expect(reading).rejects.toEqual(new Failure('ENGINE_UNAVAILABLE', { message: 'enough' }));
    await expect(far.write(new Uint8Array(1))).rejects.toThrow('enough');
    await expect(near.write(new Uint8Array(1))).rejects.toThrow('enough');
    await expect(near.read()).rejects.toThrow('enough');
  });
});
