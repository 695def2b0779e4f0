import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMediaKind } from '#core/model/media-kind.ts';
import { hasCommand, sharedFolder } from '../../test/support/native.ts';
import { sniffBytes, sniffMedia } from './sniff.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const head = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : part)));
const size = [0, 0, 0, 32];
const packets = (offset: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(4000);
  for (let at = offset; at < bytes.byteLength; at += length) {
    bytes[at] = 0x47;
  }
  return bytes;
};
/** Two frames of MPEG audio: 417 bytes at 44.1 kHz and 128 kbit/s. */
const mpegFrames = (): Uint8Array => {
  const bytes = new Uint8Array(900);
  for (const at of [0, 417, 834]) {
    bytes.set([0xff, 0xfb, 0x90, 0x64], at);
  }
  return bytes;
};
const asf = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11];

describe('sniffMedia', () => {
  it.each([
    ['mp4', 'video/mp4', head(size, 'ftypisom')],
    ['mp4', 'video/mp4', head(size, 'ftypmp42')],
    ['mov', 'video/quicktime', head(size, 'ftypqt  ')],
    ['mov', 'video/quicktime', head(size, 'moov')],
    ['mov', 'video/quicktime', head([0, 0, 0, 8], 'wide', size, 'mdat')],
    ['3gp', 'video/3gpp', head(size, 'ftyp3gp5')],
    ['webm', 'video/webm', head([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84], 'webm')],
    ['mkv', 'video/x-matroska', head([0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x82, 0x88], 'matroska')],
    ['avi', 'video/x-msvideo', head('RIFF', size, 'AVI LIST')],
    ['ts', 'video/mp2t', packets(0, 188)],
    ['ts', 'video/mp2t', packets(4, 192)],
    ['ts', 'video/mp2t', packets(77, 188)],
    ['ts', 'video/mp2t', packets(190, 192)],
    ['mp4', 'video/mp4', head(size, 'moof')],
    ['h264', 'video/h264', head([0, 0, 0, 1, 0x67, 0x64])],
    ['h264', 'video/h264', head([0, 0, 1, 9, 0xf0])],
    ['h265', 'video/h265', head([0, 0, 0, 1, 0x40, 1])],
    ['mpg', 'video/mpeg', head([0, 0, 1, 0xba, 0x44])],
    ['flv', 'video/x-flv', head('FLV', [1, 5])],
    ['wmv', 'video/x-ms-wmv', head(asf)],
    ['wmv', 'video/x-ms-wmv', head(asf, [0xc0, 0xef, 0x19, 0xbc, 0x4d, 0x5b, 0xcf, 0x11])],
    ['ogv', 'video/ogg', head('OggS', [0, 2], [0x80], 'theora')],
    ['png', 'image/png', head([0x89], 'PNG\r\n', [0x1a], '\n')],
    ['jpg', 'image/jpeg', head([0xff, 0xd8, 0xff, 0xe0])],
    ['gif', 'image/gif', head('GIF89a')],
    ['webp', 'image/webp', head('RIFF', size, 'WEBPVP8 ')],
    ['avif', 'image/avif', head(size, 'ftypavif')],
    ['avif', 'image/avif', head(size, 'ftypmif1', [0, 0, 0, 0], 'mif1avifmiaf')],
    ['svg', 'image/svg+xml', head('<svg xmlns="http://www.w3.org/2000/svg">')],
    [
      'svg',
      'image/svg+xml',
      head('<?xml version="1.0"?>\n<!-- a drawing -->\n<svg xmlns="http://www.w3.org/2000/svg">'),
    ],
    ['m4a', 'audio/mp4', head(size, 'ftypM4A ')],
    ['mp3', 'audio/mpeg', head('ID3', [4, 0])],
    ['mp3', 'audio/mpeg', mpegFrames()],
    ['aac', 'audio/aac', head('ID3', [4, 0, 0, 0, 0, 0, 1], [0], [0xff, 0xf1, 0x50, 0x80, 1, 0x1f, 0xfc, 0])],
    ['flac', 'audio/flac', head('ID3', [4, 0, 0, 0, 0, 0, 1], [0], 'fLaC')],
    ['flac', 'audio/flac', head('fLaC')],
    ['wav', 'audio/wav', head('RIFF', size, 'WAVEfmt ')],
    ['wav', 'audio/wav', head('RF64', size, 'WAVEds64')],
    ['ogg', 'audio/ogg', head('OggS', [0, 2], [1], 'vorbis')],
    ['opus', 'audio/ogg', head('OggS', [0, 2], 'OpusHead')],
    ['aiff', 'audio/aiff', head('FORM', size, 'AIFF')],
    ['aiff', 'audio/aiff', head('FORM', size, 'AIFC')],
    ['caf', 'audio/x-caf', head('caff', [0, 1, 0, 0], 'desc')],
    ['au', 'audio/basic', head('.snd', size)],
    ['wv', 'audio/x-wavpack', head('wvpk', size)],
    ['amr', 'audio/amr', head('#!AMR\n', [0x3c])],
    ['awb', 'audio/amr-wb', head('#!AMR-WB\n', [0x44])],
    ['dts', 'audio/vnd.dts', head([0x7f, 0xfe, 0x80, 0x01])],
    ['dts', 'audio/vnd.dts', head([0xff, 0x1f, 0x00, 0xe8])],
    ['mxf', 'application/mxf', head([0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01])],
  ])('detects %s (%s)', (extension, mimeType, bytes) => {
    expect(sniffMedia(bytes)).toEqual({ extension, mimeType });
  });

  it.each([
    ['empty', new Uint8Array(0)],
    ['a text', head('just some words, {"a": 1}')],
    ['a web page (HTML)', head('\n<!DOCTYPE html><title>Not found</title>')],
    ['a text', head('a text that speaks of <svg> only')],
    ['a TIFF image', head([0x49, 0x49, 0x2a, 0])],
    ['a HEIC or raw image', head(size, 'ftypmif1', [0, 0, 0, 0], 'mif1heic')],
    ["a Monkey's Audio", head('MAC ', [0x96, 0x0f])],
    ['a MIDI file', head('MThd', size)],
    ['a Musepack audio', head('MPCKSH')],
    ['a True Audio (TTA)', head('TTA1')],
    ['a DSD audio', head('DSD ', size)],
    // A sync word that no frame follows.
    [
      'of an unknown type',
      head(
        [0x0b, 0x77, 0, 0, 0x14, 0x40],
        Array.from({ length: 2000 }, () => 0),
      ),
    ],
    [
      'of an unknown type',
      head(
        [0xff, 0xfb, 0x90, 0x64],
        Array.from({ length: 1000 }, () => 1),
      ),
    ],
    // UTF-16 begins with bits like those of an audio frame.
    ['of an unknown type', head([0xff, 0xfe], 'h\0e\0l\0l\0o\0')],
    ['a HEIC or raw image', head(size, 'ftypheic')],
    ['a PDF document', head('%PDF-1.7')],
    ['a ZIP archive or an office document', head('PK', [3, 4])],
    ['of an unknown type', head([0xff, 0x00, 0x81, 0x02])],
    ['of an unknown type', new Uint8Array(4000)],
  ])('refuses what is %s', (what, bytes) => {
    expect(() => sniffMedia(bytes)).toThrow(`The file is ${what}, not a supported video, image, audio or font file; s`);
  });

  it.each([
    ['short.mp4', 'video/mp4'],
    ['short.alpha.webm', 'video/webm'],
  ])('detects the real file %s', async (name, mimeType) => {
    const file = await readFile(new URL(`../../test/fixtures/sample/${name}`, import.meta.url));
    expect(sniffMedia(file).mimeType).toBe(mimeType);
  });

  it('detects a text whose last character is cut off', () => {
    expect(() => sniffMedia(new TextEncoder().encode('naï').subarray(0, 3))).toThrow('a text');
  });
});

describe('files from ffmpeg', () => {
  const isHere = hasCommand('ffmpeg');
  if (!isHere) {
    console.log('skipped: ffmpeg is not here');
  }
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offcut-sniff-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const picture = '-f lavfi -i color=red:s=32x32 -frames:v 1';
  const sound = '-f lavfi -i sine=d=0.3';
  const video = '-f lavfi -i color=red:s=32x32:d=0.3 -f lavfi -i sine=d=0.3 -shortest';

  it.runIf(isHere).each([
    ['a.png', picture, 'image/png'],
    ['a.jpg', picture, 'image/jpeg'],
    ['a.webp', picture, 'image/webp'],
    ['a.gif', picture, 'image/gif'],
    ['a.wav', sound, 'audio/wav'],
    ['big.wav', `${sound} -rf64 always`, 'audio/wav'],
    ['a.mp3', sound, 'audio/mpeg'],
    ['untagged.mp3', `${sound} -write_xing 0 -id3v2_version 0`, 'audio/mpeg'],
    ['low.mp3', `${sound} -ar 11025 -b:a 16k -write_xing 0 -id3v2_version 0`, 'audio/mpeg'],
    ['half.mp3', `${sound} -ar 22050 -b:a 64k -write_xing 0 -id3v2_version 0`, 'audio/mpeg'],
    ['layer2.mp2', sound, 'audio/mpeg'],
    ['a.m4a', sound, 'audio/mp4'],
    ['sound.mp4', sound, 'audio/mp4'],
    ['fragmented.mp4', `${sound} -movflags frag_keyframe+empty_moov`, 'audio/mp4'],
    ['sound.mov', sound, 'audio/mp4'],
    ['a.aac', sound, 'audio/aac'],
    ['a.ogg', `${sound} -c:a libvorbis`, 'audio/ogg'],
    ['a.opus', sound, 'audio/ogg'],
    ['flac.ogg', `${sound} -c:a flac`, 'audio/ogg'],
    ['a.flac', sound, 'audio/flac'],
    ['a.ac3', sound, 'audio/ac3'],
    ['44100.ac3', `${sound} -ar 44100 -b:a 96k`, 'audio/ac3'],
    ['32000.ac3', `${sound} -ar 32000`, 'audio/ac3'],
    ['a.eac3', sound, 'audio/eac3'],
    ['a.dts', `${sound} -c:a dca -strict -2`, 'audio/vnd.dts'],
    ['a.aiff', sound, 'audio/aiff'],
    ['a.caf', sound, 'audio/x-caf'],
    ['a.au', sound, 'audio/basic'],
    ['a.wv', sound, 'audio/x-wavpack'],
    ['sound.webm', sound, 'audio/webm'],
    ['sound.mkv', sound, 'audio/x-matroska'],
    ['a.wma', sound, 'audio/x-ms-wma'],
    ['a.mp4', video, 'video/mp4'],
    ['fast.mp4', `${video} -movflags faststart`, 'video/mp4'],
    ['pieces.mp4', `${video} -movflags frag_keyframe+empty_moov`, 'video/mp4'],
    ['a.mov', video, 'video/quicktime'],
    ['a.webm', video, 'video/webm'],
    ['a.mkv', video, 'video/x-matroska'],
    ['a.ogv', `${video} -c:v libtheora`, 'video/ogg'],
    ['a.wmv', video, 'video/x-ms-wmv'],
    ['a.ts', video, 'video/mp2t'],
    ['a.avi', video, 'video/x-msvideo'],
  ])('detects %s', async (name, args, mimeType) => {
    const file = join(folder, name);
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), file]);
    const found = sniffMedia((await readFile(file)).subarray(0, sniffBytes));
    expect(found.mimeType).toBe(mimeType);
    expect(getMediaKind(mimeType)).toBe(args === picture ? 'picture' : args.startsWith(sound) ? 'sound' : 'video');
  });

  it.runIf(isHere).each([
    ['late.mp3', '-write_xing 0 -id3v2_version 0', 'audio/mpeg'],
    ['late.mp2', '', 'audio/mpeg'],
    ['late.aac', '', 'audio/aac'],
  ])('detects %s after zeros, other bytes and half a frame', async (name, args, mimeType) => {
    const file = join(folder, name);
    const all = ['-v', 'error', '-y', ...sound.split(' '), ...args.split(' ').filter(Boolean), file];
    await promisify(execFile)('ffmpeg', all);
    const bytes = await readFile(file);
    const junk = Uint8Array.from({ length: 9000 }, (_, index) => (index * index * 31 + index) % 256);
    expect(sniffMedia(bytes.subarray(150)).mimeType).toBe(mimeType);
    expect(sniffMedia(Buffer.concat([Buffer.alloc(4000), bytes])).mimeType).toBe(mimeType);
    expect(sniffMedia(Buffer.concat([junk, bytes])).mimeType).toBe(mimeType);
    expect(() => sniffMedia(junk)).toThrow('of an unknown type');
  });

  it.runIf(isHere)('reports a video if the tracks are listed after the first bytes', async () => {
    const file = join(folder, 'late.mp4');
    const args = '-v error -y -f lavfi -i anoisesrc=d=10:r=48000 -b:a 256k'.split(' ');
    await promisify(execFile)('ffmpeg', [...args, file]);
    const bytes = await readFile(file);
    expect(bytes.byteLength).toBeGreaterThan(2 * sniffBytes);
    expect(sniffMedia(bytes.subarray(0, sniffBytes)).mimeType).toBe('video/mp4');
    expect(sniffMedia(bytes).mimeType).toBe('audio/mp4');
  });
});

describe('fonts', () => {
  const fonts = join(import.meta.dirname, '../../node_modules/@fontsource-variable/caveat/files');
  /** A table directory with these tags: records of 16 bytes after a header of 12 (OpenType). */
  const toFont = (version: number[], tags: readonly string[]): Uint8Array => {
    const bytes = Buffer.alloc(12 + 16 * tags.length);
    bytes.set(version);
    bytes.writeUInt16BE(tags.length, 4);
    tags.forEach((tag, index) => bytes.write(tag, 12 + 16 * index, 'latin1'));
    return bytes;
  };

  it('detects them by their first bytes, and a TrueType font by its tables', async () => {
    const woff2 = await readFile(join(fonts, 'caveat-latin-wght-normal.woff2'));
    expect(sniffMedia(woff2.subarray(0, sniffBytes)).mimeType).toBe('font/woff2');
    expect(sniffMedia(toFont([0, 1, 0, 0], ['OS/2', 'cmap', 'glyf'])).mimeType).toBe('font/ttf');
    expect(sniffMedia(toFont([...Buffer.from('OTTO')], ['CFF ', 'cmap'])).mimeType).toBe('font/otf');
    expect(getMediaKind('font/woff2')).toBe('font');
    expect(() => sniffMedia(toFont([0, 1, 0, 0], ['glyf']))).toThrow('of an unknown type');
    expect(() => sniffMedia(Buffer.from('ttcf\0\u0001\0\0'))).toThrow('a collection of fonts');
  });
});

describe('files of the shared folder', () => {
  const isHere = existsSync(join(sharedFolder, 'media'));
  if (!isHere) {
    console.log('skipped: the shared media are not here');
  }
  it.runIf(isHere).each([
    ['music', 'sound'],
    ['stills', 'picture'],
    ['video', 'video'],
  ])('detects all of %s for a %s', async (folder, kind) => {
    const names = await readdir(join(sharedFolder, 'media', folder));
    for (const name of names.filter((one) => !one.endsWith('.md'))) {
      const file = await open(join(sharedFolder, 'media', folder, name));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
      await file.close();
      const { mimeType } = sniffMedia(buffer.subarray(0, bytesRead));
      expect([name, getMediaKind(mimeType)]).toEqual([name, kind]);
    }
  });
});
