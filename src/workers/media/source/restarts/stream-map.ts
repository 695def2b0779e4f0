import type { Sliced } from '../media-file.ts';
import { findLayout, listPrograms, readSection } from './transport-stream.ts';
import { readBytes } from './windows.ts';

/** The bytes that are searched for tables, which are repeated at least twice a second. */
const searchedBytes = 512 * 1024;
const packetBytes = 188;

/** Stream types of video and audio (ISO 13818-1, table 2-34; ATSC A/53 and Blu-ray for those from 0x80 on). */
const mediaTypes = new Set([
  0x01, 0x02, 0x03, 0x04, 0x0f, 0x10, 0x11, 0x1b, 0x1c, 0x20, 0x21, 0x24, 0x33, 0x42, 0x80, 0x81, 0x82, 0x83, 0x84,
  0x85, 0x87, 0x8a, 0xa1, 0xa2, 0xc1, 0xc2, 0xd1, 0xd2, 0xea,
]);
const privateType = 0x06;
/** Descriptors of AC-3, E-AC-3, DTS and AAC (ETSI EN 300 468, annex D), and formats that are registered under a name. */
const audioDescriptors = new Set([0x6a, 0x7a, 0x7b, 0x7c]);
const registration = 0x05;
const registeredMedia = /^(?:AC-3|EAC3|DTS[123]|Opus|HEVC|AV01|VC-1|BSSD|drac)$/;

/** Counts the audio and video streams of a transport stream, by the map of its first program; null if none is found. */
export async function countMediaStreams(file: Sliced): Promise<number | null> {
  const bytes = await readBytes(file, 0, searchedBytes);
  const { start, stride } = findLayout(bytes) ?? { start: searchedBytes, stride: packetBytes };
  let mapPid: number | null = null;
  for (let at = start; at + packetBytes <= bytes.length; at += stride) {
    const packet = bytes.subarray(at, at + packetBytes);
    const pid = (((packet[1] ?? 0) & 31) << 8) | (packet[2] ?? 0);
    const section: Uint8Array | null = pid === 0 || pid === mapPid ? readSection(packet) : null;
    if (section && pid === 0) {
      mapPid ??= listPrograms(section)[0] ?? null;
    } else if (section && section.length > 0) {
      return listStreams(section).filter(isMedia).length;
    }
  }
  return null;
}

type MappedStream = { readonly type: number; readonly descriptors: Uint8Array };

/** Lists the streams of a program map (ISO 13818-1, 2.4.4.8). */
function listStreams(section: Uint8Array): MappedStream[] {
  const streams: MappedStream[] = [];
  for (let at = 12 + read12(section, 10); at + 5 <= section.length;) {
    const end = at + 5 + read12(section, at + 3);
    streams.push({ type: section[at] ?? 0, descriptors: section.subarray(at + 5, end) });
    at = end;
  }
  return streams;
}

const read12 = (bytes: Uint8Array, at: number): number => (((bytes[at] ?? 0) & 15) << 8) | (bytes[at + 1] ?? 0);

function isMedia({ type, descriptors }: MappedStream): boolean {
  if (type !== privateType) {
    return mediaTypes.has(type);
  }
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    const tag = descriptors[at] ?? 0;
    const name = String.fromCharCode(...descriptors.subarray(at + 2, at + 6));
    if (audioDescriptors.has(tag) || (tag === registration && registeredMedia.test(name))) {
      return true;
    }
  }
  return false;
}
