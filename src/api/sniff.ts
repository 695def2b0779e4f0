import { Failure } from '#core/failure.ts';

/** How many bytes of a file are looked at. */
export const sniffBytes = 64 * 1024;

export type MediaType = { readonly extension: string; readonly mimeType: string };

/** A file by the bytes at its beginning: a container of video, or the name of what it is instead. */
type Found = MediaType | string;
/** Bytes at a place: text, or hex after `0x`. */
type Mark = readonly [offset: number, bytes: string];
type Signature = { readonly marks: readonly Mark[]; readonly found: Found | ((head: Uint8Array) => Found | undefined) };

/**
 * What the beginning of a file says it is; its name is not asked. A table of our own, as the library for this (file-type) is a
 * quarter of the whole service worker and mostly about other files. Throws UNSUPPORTED_MEDIA for what is no video
 * container.
 */
export function sniffVideo(head: Uint8Array): MediaType {
  const found = findType(head);
  if (typeof found === 'string') {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `The file is ${found}, not a video; send MP4, MOV, WebM, MKV or another video file.`,
    });
  }
  return found;
}

function findType(head: Uint8Array): Found {
  if (head.byteLength === 0) {
    return 'empty';
  }
  for (const { marks, found } of signatures) {
    const type = marks.every((mark) => hasMark(head, mark)) && (typeof found === 'function' ? found(head) : found);
    if (type) {
      return type;
    }
  }
  return describeText(head) ?? findTransportStream(head) ?? 'of a kind that is not known here';
}

const type = (extension: string, mimeType: string): MediaType => ({ extension, mimeType });
const sign = (found: Signature['found'], ...marks: Mark[]): Signature => ({ marks, found });

const quickTime = type('mov', 'video/quicktime');
const transportStream = type('ts', 'video/mp2t');
const programStream = type('mpg', 'video/mpeg');

/** The first that fits counts. Sources: the specification of each format, and the "list of file signatures" of Wikipedia. */
const signatures: readonly Signature[] = [
  sign(readBrand, [4, 'ftyp']),
  // QuickTime files of before 2001 begin with any of their atoms.
  ...['moov', 'mdat', 'free', 'skip', 'wide', 'pnot'].map((atom) => sign(quickTime, [4, atom])),
  // Segments of a stream that was recorded or joined without their beginning.
  ...['styp', 'moof', 'sidx'].map((box) => sign(type('mp4', 'video/mp4'), [4, box])),
  sign(readDocType, [0, '0x1a45dfa3']),
  sign(type('avi', 'video/x-msvideo'), [0, 'RIFF'], [8, 'AVI ']),
  sign('a WAV audio', [0, 'RIFF'], [8, 'WAVE']),
  sign('a WebP image', [0, 'RIFF'], [8, 'WEBP']),
  sign(transportStream, [0, 'G'], [188, 'G'], [376, 'G']),
  // Blu-ray and camcorders put four bytes of time before each packet.
  sign(transportStream, [4, 'G'], [196, 'G'], [388, 'G']),
  sign(programStream, [0, '0x000001ba']),
  sign(programStream, [0, '0x000001b3']),
  sign(readNalUnit, [0, '0x00000001']),
  sign(readNalUnit, [0, '0x000001']),
  sign(type('flv', 'video/x-flv'), [0, 'FLV\u0001']),
  sign(readAsf, [0, '0x3026b2758e66cf11']),
  sign(readOgg, [0, 'OggS']),
  sign(type('mxf', 'application/mxf'), [0, '0x060e2b34020501010d0102']),
  sign(type('rm', 'application/vnd.rn-realmedia'), [0, '.RMF']),
  sign(type('dv', 'video/x-dv'), [0, '0x1f0700']),
  sign(type('ivf', 'video/x-ivf'), [0, 'DKIF']),
  sign(type('y4m', 'video/x-yuv4mpeg'), [0, 'YUV4MPEG2 ']),
  sign('a PNG image', [0, '0x89504e470d0a1a0a']),
  sign('a JPEG image', [0, '0xffd8ff']),
  sign('a GIF image', [0, 'GIF8']),
  sign('a TIFF image', [0, '0x49492a00']),
  sign('a TIFF image', [0, '0x4d4d002a']),
  sign('a Photoshop image', [0, '8BPS']),
  sign('an MP3 audio', [0, 'ID3']),
  sign('a FLAC audio', [0, 'fLaC']),
  sign('an AIFF audio', [0, 'FORM'], [8, 'AIF']),
  sign('a MIDI file', [0, 'MThd']),
  sign('an AMR audio', [0, '#!AMR']),
  sign(readAudioFrame, [0, '0xff']),
  sign('a PDF document', [0, '%PDF-']),
  sign('a ZIP archive or an office document', [0, '0x504b0304']),
  sign('a 7z archive', [0, '0x377abcaf271c']),
  sign('a RAR archive', [0, 'Rar!']),
  sign('a gzip archive', [0, '0x1f8b08']),
  sign('a program', [0, '0x7f454c46']),
  sign('a program', [0, '0x4d5a90']),
  sign('a BMP image', [0, 'BM'], [6, '0x00000000']),
];

function hasMark(head: Uint8Array, [offset, bytes]: Mark): boolean {
  const wanted = bytes.startsWith('0x') ? fromHex(bytes.slice(2)) : fromAscii(bytes);
  return wanted.every((byte, index) => head[offset + index] === byte);
}

const fromAscii = (ascii: string): number[] => Array.from(ascii, (letter) => letter.charCodeAt(0));
const fromHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** One character for each byte, so that binary bytes can be searched like text. */
const toText = (head: Uint8Array, start: number, end: number): string =>
  Array.from(head.subarray(start, end), (byte) => String.fromCharCode(byte)).join('');

/** ISO base media: the major brand tells video from audio and pictures. */
function readBrand(head: Uint8Array): Found {
  const brand = toText(head, 8, 12);
  if (/^(?:avi[fs]|hei[cxms]|hev[cx]|mif1|msf1|crx )/.test(brand)) {
    return brand.startsWith('av') ? 'an AVIF image' : 'a HEIC or raw image';
  }
  if (/^(?:M4A|M4B|F4A|F4B)/.test(brand)) {
    return 'an M4A audio';
  }
  if (brand === 'qt  ') {
    return quickTime;
  }
  return brand.startsWith('3g') ? type('3gp', 'video/3gpp') : type('mp4', 'video/mp4');
}

/** EBML: WebM says so in its DocType; all else of the kind is Matroska. */
function readDocType(head: Uint8Array): Found {
  const isWebm = /\u0042\u0082.webm/s.test(toText(head, 0, 4096));
  return isWebm ? type('webm', 'video/webm') : type('mkv', 'video/x-matroska');
}

/** H.264 and HEVC without a container begin with a delimiter, a parameter set or supplemental information. */
function readNalUnit(head: Uint8Array): Found | undefined {
  const at = head[2] === 1 ? 3 : 4;
  const [first = 0, second = 0] = head.subarray(at, at + 2);
  if ([6, 7, 9].includes(first & 0x9f)) {
    return type('h264', 'video/h264');
  }
  const isHevc = (first & 0x81) === 0 && second === 1 && [32, 33, 35, 39].includes(first >> 1);
  return isHevc ? type('h265', 'video/h265') : undefined;
}

/** A transport stream that was cut anywhere: its packets of 188 bytes, or of 192 with a time, each begin with a G. */
function findTransportStream(head: Uint8Array): MediaType | undefined {
  const packets = 8;
  for (const size of [188, 192]) {
    for (let start = 0; start < size; start++) {
      const marks = Array.from({ length: packets }, (_, index) => head[start + index * size]);
      if (marks.every((byte) => byte === 0x47)) {
        return transportStream;
      }
    }
  }
  return undefined;
}

/** ASF: the stream properties name each stream's kind by a GUID; this is the beginning of the one of video. */
function readAsf(head: Uint8Array): Found {
  const hasVideo = toText(head, 0, head.byteLength).includes('\u00c0\u00ef\u0019\u00bc\u004d\u005b\u00cf\u0011');
  return hasVideo ? type('wmv', 'video/x-ms-wmv') : 'a WMA audio';
}

/** Ogg: the first page of each stream names its codec. */
function readOgg(head: Uint8Array): Found {
  const text = toText(head, 0, 4096);
  const hasVideo = ['\u0080theora', 'BBCD\0', '\u0001video\0'].some((codec) => text.includes(codec));
  return hasVideo ? type('ogv', 'video/ogg') : 'an Ogg audio';
}

/** MPEG audio frames have eleven bits set, and never layer 0 with them unless they are AAC in ADTS. */
function readAudioFrame([, second = 0]: Uint8Array): Found | undefined {
  if ((second & 0xf6) === 0xf0) {
    return 'an AAC audio';
  }
  return (second & 0xe0) === 0xe0 && (second & 0x06) !== 0 ? 'an MP3 audio' : undefined;
}

/** UTF-8 without control characters; the last character may be cut. */
function describeText(head: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) {
    return undefined;
  }
  const start = text.trimStart().slice(0, 200).toLowerCase();
  if (/^<!doctype html|^<html/.test(start)) {
    return 'a web page (HTML)';
  }
  return start.includes('<svg') ? 'an SVG image' : 'a text';
}
