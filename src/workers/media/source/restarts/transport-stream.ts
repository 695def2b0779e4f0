import type { Sliced } from '../media-file.ts';
import { isClockJump } from './clock-jumps.ts';
import { readBytes, readWindows } from './windows.ts';

/** The offset of another recording in a file, and the bytes that must precede its own so that they can be read alone. */
export type Restart = { readonly offset: number; readonly head: Uint8Array<ArrayBuffer> };

/** The layout of packets: plain ones have 188 bytes, those of Blu-ray 192, and those with error correction 204. */
type Layout = { readonly stride: number; readonly start: number };
type Range = { readonly from: number; readonly to: number };

const sync = 0x47;
const packetBytes = 188;
const strides = [packetBytes, 192, 204];
const layoutPackets = 5;
export const layoutBytes = 204 * (layoutPackets + 1);
/** Program association and service description; the first names the other tables. */
const [patPid, sdtPid] = [0, 0x11];
/** Packets without content, which fill a stream up to its bit rate. */
const nullPid = 0x1fff;
/**
 * The maximum size of a file that is read whole. Of larger files samples are read, which contain a few clocks each, and the whole
 * range in which the clock jumped.
 */
const wholeBytes = 64 * 1024 * 1024;
const stepBytes = 4 * 1024 * 1024;
const sampleBytes = 256 * 1024;

/** Finds jumps of the program clock of a transport stream: joined recordings, or a sender that restarted. */
export async function findTransportRestarts(file: Sliced): Promise<Restart[]> {
  const layout = findLayout(await readBytes(file, 0, layoutBytes));
  if (!layout) {
    return [];
  }
  const whole = { from: layout.start, to: file.size };
  const ranges = file.size <= wholeBytes ? [whole] : await findJumpRanges(file, layout);
  const restarts: Restart[] = [];
  for (const range of ranges) {
    const found = (await scan(file, layout, range)).restarts;
    restarts.push(...found.filter(({ offset }) => offset > (restarts.at(-1)?.offset ?? 0)));
  }
  return restarts;
}

/** Returns the layout of the packets by the first `layoutBytes` of a file; null if it does not begin with packets. */
export function findLayout(head: Uint8Array): Layout | null {
  for (const stride of strides) {
    for (let start = 0; start < stride; start++) {
      const marks = Array.from({ length: layoutPackets }, (_, index) => head[start + index * stride]);
      if (marks.every((byte) => byte === sync)) {
        return { stride, start };
      }
    }
  }
  return null;
}

/** Finds the parts of a large file in which the clock jumps, by samples. */
async function findJumpRanges(file: Sliced, layout: Layout): Promise<Range[]> {
  const ranges: Range[] = [];
  let last: { readonly from: number; readonly clocks: ReadonlyMap<number, number> } | null = null;
  for (let at = layout.start; at < file.size; at += layout.stride * Math.floor(stepBytes / layout.stride)) {
    const sample = { from: at, to: Math.min(file.size, at + sampleBytes) };
    const { clock, restarts } = await scan(file, layout, sample);
    const hasJump = [...(last?.clocks ?? [])].some(([pid, ticks]) => isClockJump(ticks, clock.first.get(pid) ?? ticks));
    if (restarts.length > 0 || hasJump) {
      ranges.push({ from: last?.from ?? at, to: sample.to });
    }
    last = clock.last.size > 0 ? { from: at, clocks: clock.last } : last;
  }
  return ranges;
}

async function scan(
  file: Sliced,
  { stride }: Layout,
  range: Range,
): Promise<{ clock: ProgramClocks; restarts: Restart[] }> {
  const clock = new ProgramClocks();
  const restarts: Restart[] = [];
  for await (const { offset, bytes } of readWindows(file, range, 2 * stride)) {
    const end = Math.min(bytes.length - packetBytes, range.to - offset - 1);
    for (let at = findPacket(bytes, 0, stride); at <= end; at = findPacket(bytes, at + stride, stride)) {
      const restart = clock.read(bytes, at, offset + at);
      if (restart && restart.offset !== restarts.at(-1)?.offset) {
        restarts.push(restart);
      }
    }
  }
  return { clock, restarts };
}

/**
 * Returns the offset of the next packet. Where bytes are missing or added, it is found by the sync bytes of the packets after it.
 */
function findPacket(bytes: Uint8Array, from: number, stride: number): number {
  const hasMark = (at: number): boolean => at >= bytes.length || bytes[at] === sync;
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === sync && hasMark(at + stride) && (at === from || hasMark(at + 2 * stride))) {
      return at;
    }
  }
  return bytes.length;
}

/** The clocks of the programs in a stream, by their packets. */
class ProgramClocks {
  readonly first = new Map<number, number>();
  readonly last = new Map<number, number>();
  /** The last tables: the program association, and those that it names. */
  readonly #tables = new Map<number, Uint8Array<ArrayBuffer>>();
  readonly #tablePids = new Set([patPid, sdtPid]);
  /** The offset of the tables that directly precede this packet; null if other packets do. */
  #tablesAt: number | null = null;

  /**
   * Reads the packet at `at` of some bytes, which is at `offset` of the file. Returns the start of a recording that begins with it.
   */
  read(bytes: Uint8Array, at: number, offset: number): Restart | null {
    const pid = (((bytes[at + 1] ?? 0) & 31) << 8) | (bytes[at + 2] ?? 0);
    if (pid === nullPid) {
      return null;
    }
    if (this.#tablePids.has(pid)) {
      this.#tablesAt ??= offset;
      this.#keepTable(pid, bytes.slice(at, at + packetBytes));
      return null;
    }
    const ticks = readClock(bytes, at);
    const last = this.last.get(pid);
    const isRestart = ticks !== null && last !== undefined && isClockJump(last, ticks);
    if (ticks !== null) {
      this.first.set(pid, this.first.get(pid) ?? ticks);
      this.last.set(pid, ticks);
    }
    const tablesAt = this.#tablesAt;
    this.#tablesAt = null;
    if (!isRestart) {
      return null;
    }
    // Another recording may have its other clocks elsewhere.
    this.last.clear();
    this.last.set(pid, ticks);
    return tablesAt === null
      ? { offset, head: join([...this.#tables.values()]) }
      : { offset: tablesAt, head: new Uint8Array() };
  }

  #keepTable(pid: number, packet: Uint8Array<ArrayBuffer>): void {
    this.#tables.set(pid, packet);
    if (pid === patPid) {
      listPrograms(readSection(packet)).forEach((one) => this.#tablePids.add(one));
    }
  }
}

/** Returns the program clock reference of a packet, in ticks; null if it has none (ISO 13818-1, 2.4.3.4). */
function readClock(bytes: Uint8Array, at: number): number | null {
  const hasField = ((bytes[at + 3] ?? 0) & 0x20) !== 0 && (bytes[at + 4] ?? 0) >= 7;
  if (!hasField || ((bytes[at + 5] ?? 0) & 0x10) === 0) {
    return null;
  }
  const high = [6, 7, 8, 9].reduce((value, index) => value * 256 + (bytes[at + index] ?? 0), 0);
  return high * 2 + ((bytes[at + 10] ?? 0) >> 7);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.length * packetBytes);
  parts.forEach((part, index) => joined.set(part, index * packetBytes));
  return joined;
}

/** Returns the section of a table that begins in a packet, without its checksum; empty if there is none. */
export function readSection(packet: Uint8Array): Uint8Array {
  const hasStart = ((packet[1] ?? 0) & 0x40) !== 0;
  const adaptationBytes = ((packet[3] ?? 0) & 0x20) === 0 ? 0 : 1 + (packet[4] ?? 0);
  const pointerAt = 4 + adaptationBytes;
  const start = pointerAt + 1 + (packet[pointerAt] ?? 0);
  const length = (((packet[start + 1] ?? 0) & 15) << 8) | (packet[start + 2] ?? 0);
  return hasStart ? packet.subarray(start, start + 3 + length - 4) : new Uint8Array();
}

/** Returns the packet ids of the map of each program (ISO 13818-1, 2.4.4.3). */
export function listPrograms(section: Uint8Array): number[] {
  const pids: number[] = [];
  for (let at = 8; at + 4 <= section.length; at += 4) {
    const isNetwork = section[at] === 0 && section[at + 1] === 0;
    if (!isNetwork) {
      pids.push((((section[at + 2] ?? 0) & 31) << 8) | (section[at + 3] ?? 0));
    }
  }
  return pids;
}
