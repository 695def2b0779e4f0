import { Failure } from '#core/lib/failure.ts';
import { findFramesBehindJunk, isAc3, isAdts, isEac3, isMpegAudio } from './sniff-sound.ts';
import { isSoundOnlyIso, isSoundOnlyMatroska, toText } from './sniff-tracks.ts';

/** The number of bytes of a file that are inspected. */
export const sniffBytes = 64 * 1024;

export type MediaType = { readonly extension: string; readonly mimeType: string };

/** The description of a file that is not supported, and advice for the user. */
type Misfit = { readonly what: string; readonly advice: string };
type Found = MediaType | Misfit;
/** Bytes at an offset: ASCII, or hex after `0x`. */
type Mark = readonly [offset: number, bytes: string];
type Signature = { readonly marks: readonly Mark[]; readonly found: Found | ((head: Uint8Array) => Found | undefined) };

/**
 * Detects the type of a video, image, audio or font file by its first bytes. The name of the file is ignored. A library is not used,
 * because file-type is a quarter of the size of the whole service worker. Throws UNSUPPORTED_MEDIA for any other file.
 */
export function sniffMedia(head: Uint8Array): MediaType {
  const found = findType(head);
  if ('what' in found) {
    const message = `The file is ${found.what}, not a supported video, image, audio or font file; ${found.advice}.`;
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
  return found;
}

function findType(head: Uint8Array): Found {
  if (head.byteLength === 0) {
    return other('empty');
  }
  for (const { marks, found } of signatures) {
    const type = marks.every((mark) => hasMark(head, mark)) && (typeof found === 'function' ? found(head) : found);
    if (type) {
      return type;
    }
  }
  return describeText(head) ?? findTransportStream(head) ?? findLateSound(head) ?? other('of an unknown type');
}

const type = (extension: string, mimeType: string): MediaType => ({ extension, mimeType });
const sign = (found: Signature['found'], ...marks: Mark[]): Signature => ({ marks, found });

const picture = (what: string): Misfit => ({ what: `${what} image`, advice: 'save it as PNG or JPEG' });
const sound = (what: string): Misfit => ({ what, advice: 'save it as WAV or MP3' });
const other = (what: string): Misfit => ({
  what,
  advice:
    'send MP4, MOV, WebM, MKV or another video; PNG, JPEG, WebP, GIF, AVIF or SVG; WAV, MP3, M4A, AAC, OGG, Opus or FLAC; or TTF, OTF, WOFF or WOFF2',
});

/** Whether a font file has a table (OpenType, "Table Directory"): records of 16 bytes, which begin with a tag. */
function hasTable(head: Uint8Array, tag: string): boolean {
  const count = ((head[4] ?? 0) << 8) | (head[5] ?? 0);
  return Array.from({ length: count }, (_, index) => 12 + 16 * index).some((at) => hasMark(head, [at, tag]));
}

const quickTime = type('mov', 'video/quicktime');
const transportStream = type('ts', 'video/mp2t');
const programStream = type('mpg', 'video/mpeg');
const svg = type('svg', 'image/svg+xml');
const m4a = type('m4a', 'audio/mp4');
const mp3 = type('mp3', 'audio/mpeg');
const aac = type('aac', 'audio/aac');
const flac = type('flac', 'audio/flac');

/** The first match counts. Sources: the specification of each format, and the "list of file signatures" of Wikipedia. */
const signatures: readonly Signature[] = [
  sign(readBrand, [4, 'ftyp']),
  // QuickTime files from before 2001 begin with any of their atoms.
  ...['moov', 'mdat', 'free', 'skip', 'wide', 'pnot'].map((atom) => sign(readQuickTime, [4, atom])),
  // Segments of a stream that was recorded or joined without its beginning.
  ...['styp', 'moof', 'sidx'].map((box) => sign(type('mp4', 'video/mp4'), [4, box])),
  sign(readDocType, [0, '0x1a45dfa3']),
  sign(type('avi', 'video/x-msvideo'), [0, 'RIFF'], [8, 'AVI ']),
  sign(type('wav', 'audio/wav'), [0, 'RIFF'], [8, 'WAVE']),
  // The form of WAV for more than 4 GB (EBU 3306).
  sign(type('wav', 'audio/wav'), [0, 'RF64'], [8, 'WAVE']),
  sign(type('webp', 'image/webp'), [0, 'RIFF'], [8, 'WEBP']),
  sign(type('gif', 'image/gif'), [0, 'GIF8']),
  sign(transportStream, [0, 'G'], [188, 'G'], [376, 'G']),
  // Blu-ray discs and camcorders write a four-byte timestamp before each packet.
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
  sign(type('png', 'image/png'), [0, '0x89504e470d0a1a0a']),
  sign(type('jpg', 'image/jpeg'), [0, '0xffd8ff']),
  sign(type('woff2', 'font/woff2'), [0, 'wOF2']),
  sign(type('woff', 'font/woff'), [0, 'wOFF']),
  sign(type('otf', 'font/otf'), [0, 'OTTO']),
  // The version is followed by the number of tables and their tags, of which every font has this one.
  sign((head) => (hasTable(head, 'cmap') ? type('ttf', 'font/ttf') : undefined), [0, '0x00010000']),
  sign((head) => (hasTable(head, 'cmap') ? type('ttf', 'font/ttf') : undefined), [0, 'true']),
  sign({ what: 'a collection of fonts', advice: 'save one of them as TTF or OTF' }, [0, 'ttcf']),
  sign(picture('a TIFF'), [0, '0x49492a00']),
  sign(picture('a TIFF'), [0, '0x4d4d002a']),
  sign(picture('a Photoshop'), [0, '8BPS']),
  sign(picture('a BMP'), [0, 'BM'], [6, '0x00000000']),
  sign(flac, [0, 'fLaC']),
  sign(readTagged, [0, 'ID3']),
  // DTS of 16 and of 14 bits, each in both byte orders (ETSI TS 102 114).
  ...['0x7ffe8001', '0xfe7f0180', '0x1fffe800', '0xff1f00e8'].map((sync) =>
    sign(type('dts', 'audio/vnd.dts'), [0, sync]),
  ),
  sign(readAudioFrame, [0, '0xff']),
  sign((head) => (isEac3(head) ? type('eac3', 'audio/eac3') : undefined), [0, '0x0b77']),
  sign((head) => (isAc3(head) ? type('ac3', 'audio/ac3') : undefined), [0, '0x0b77']),
  sign(type('aiff', 'audio/aiff'), [0, 'FORM'], [8, 'AIF']),
  sign(type('caf', 'audio/x-caf'), [0, 'caff']),
  sign(type('au', 'audio/basic'), [0, '.snd']),
  sign(type('wv', 'audio/x-wavpack'), [0, 'wvpk']),
  sign(type('awb', 'audio/amr-wb'), [0, '#!AMR-WB\n']),
  sign(type('amr', 'audio/amr'), [0, '#!AMR\n']),
  sign(sound('a MIDI file'), [0, 'MThd']),
  sign(sound("a Monkey's Audio"), [0, 'MAC ']),
  sign(sound('a Musepack audio'), [0, 'MPCK']),
  sign(sound('a Musepack audio'), [0, 'MP+']),
  // The ffmpeg core decodes some of these files and fails with others.
  sign(sound('a True Audio (TTA)'), [0, 'TTA1']),
  sign(sound('a DSD audio'), [0, 'DSD ']),
  sign(sound('a DSD audio'), [0, 'FRM8'], [12, 'DSD ']),
  sign(other('a PDF document'), [0, '%PDF-']),
  sign(other('a ZIP archive or an office document'), [0, '0x504b0304']),
  sign(other('a 7z archive'), [0, '0x377abcaf271c']),
  sign(other('a RAR archive'), [0, 'Rar!']),
  sign(other('a gzip archive'), [0, '0x1f8b08']),
  sign(other('a program'), [0, '0x7f454c46']),
  sign(other('a program'), [0, '0x4d5a90']),
];

function hasMark(head: Uint8Array, [offset, bytes]: Mark): boolean {
  const wanted = bytes.startsWith('0x') ? fromHex(bytes.slice(2)) : fromAscii(bytes);
  return wanted.every((byte, index) => head[offset + index] === byte);
}

const fromAscii = (ascii: string): number[] => Array.from(ascii, (letter) => letter.charCodeAt(0));
const fromHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** ISO base media: brands distinguish images from video, and tracks distinguish audio from video (ISO 14496-12, 4.3). */
function readBrand(head: Uint8Array): Found {
  const brand = toText(head, 8, 12);
  const [, , , ftypBytes = 0] = head;
  const compatible = toText(head, 16, ftypBytes).match(/.{4}/gs) ?? [];
  if (/^avi[fs]/.test(brand) || (/^m[is]f1/.test(brand) && compatible.some((one) => /^avi[fs]/.test(one)))) {
    return type('avif', 'image/avif');
  }
  if (/^(?:hei[cxms]|hev[cx]|mif1|msf1|crx )/.test(brand)) {
    return picture('a HEIC or raw');
  }
  if (/^(?:M4A|M4B|F4A|F4B)/.test(brand)) {
    return m4a;
  }
  if (brand === 'qt  ') {
    return readQuickTime(head);
  }
  if (isSoundOnlyIso(head)) {
    return m4a;
  }
  return brand.startsWith('3g') ? type('3gp', 'video/3gpp') : type('mp4', 'video/mp4');
}

/** Audio alone has the same boxes in QuickTime as in MPEG-4, and players accept it under that type. */
function readQuickTime(head: Uint8Array): Found {
  return isSoundOnlyIso(head) ? m4a : quickTime;
}

/** EBML: the DocType identifies WebM; all other files are treated as Matroska. */
function readDocType(head: Uint8Array): Found {
  const isWebm = /\u0042\u0082.webm/s.test(toText(head, 0, 4096));
  if (isSoundOnlyMatroska(head)) {
    return isWebm ? type('weba', 'audio/webm') : type('mka', 'audio/x-matroska');
  }
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

/**
 * Finds a transport stream that was cut at any byte: its packets of 188 bytes, or of 192 bytes with a timestamp, each begin with
 * `G`.
 */
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

/** ASF: the stream properties identify the kind of each stream by a GUID, of which these are the first bytes. */
function readAsf(head: Uint8Array): Found {
  const text = toText(head, 0, head.byteLength);
  const hasVideo = text.includes('\u00c0\u00ef\u0019\u00bc\u004d\u005b\u00cf\u0011');
  const hasSound = text.includes('\u0040\u009e\u0069\u00f8\u004d\u005b\u00cf\u0011');
  // A cover image before the stream properties may move them after the available bytes.
  const isHeaderHere = readLittleEndian(head, 16) <= head.byteLength;
  return hasSound && !hasVideo && isHeaderHere ? type('wma', 'audio/x-ms-wma') : type('wmv', 'video/x-ms-wmv');
}

const readLittleEndian = (head: Uint8Array, at: number): number =>
  head.subarray(at, at + 8).reduceRight((value, byte) => value * 256 + byte, 0);

/** Ogg: the first page of each stream identifies its codec. */
function readOgg(head: Uint8Array): Found {
  const text = toText(head, 0, 4096);
  const hasVideo = ['\u0080theora', 'BBCD\0', '\u0001video\0', 'OVP80'].some((codec) => text.includes(codec));
  if (hasVideo) {
    return type('ogv', 'video/ogg');
  }
  return type(text.includes('OpusHead') ? 'opus' : 'ogg', 'audio/ogg');
}

/** An ID3 tag often precedes MP3, and sometimes AAC or FLAC (ID3v2.4, 3.1: seven bits count in each byte). */
function readTagged(head: Uint8Array): Found {
  const end = 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0);
  if (isAdts(head, end)) {
    return aac;
  }
  return hasMark(head, [end, 'fLaC']) ? flac : mp3;
}

function readAudioFrame(head: Uint8Array): Found | undefined {
  if (isAdts(head)) {
    return aac;
  }
  return isMpegAudio(head) ? mp3 : undefined;
}

/** MP3 and AAC can be played from any byte, so such files are cut, joined, and padded with zeros. */
function findLateSound(head: Uint8Array): MediaType | undefined {
  const found = findFramesBehindJunk(head);
  return found ? { mp3, aac }[found] : undefined;
}

/** Returns the kind of a text: UTF-8 without control characters, whose last character may be cut off. Undefined for other bytes. */
function describeText(head: Uint8Array): Found | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
  // oxlint-disable-next-line no-control-regex -- the pattern matches control characters
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) {
    return undefined;
  }
  const start = text.trimStart().slice(0, 4096).toLowerCase();
  if (/^<!doctype html|^<html/.test(start)) {
    return other('a web page (HTML)');
  }
  // An SVG may contain scripts, but nothing runs them: a library draws it, and it is served with a policy that forbids scripts.
  return /^<(?:\?xml|!doctype|!--|svg)[^]*<svg[\s>]|^<svg[\s>]/.test(start) ? svg : other('a text');
}
