import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sniffVideo } from './sniff.ts';

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
const asf = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11];

describe('sniffVideo', () => {
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
    ['wmv', 'video/x-ms-wmv', head(asf, [0xc0, 0xef, 0x19, 0xbc, 0x4d, 0x5b, 0xcf, 0x11])],
    ['ogv', 'video/ogg', head('OggS', [0, 2], [0x80], 'theora')],
    ['mxf', 'application/mxf', head([0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01])],
  ])('knows %s (%s)', (extension, mimeType, bytes) => {
    expect(sniffVideo(bytes)).toEqual({ extension, mimeType });
  });

  it.each([
    ['empty', new Uint8Array(0)],
    ['a text', head('just some words, {"a": 1}')],
    ['a web page (HTML)', head('\n<!DOCTYPE html><title>Not found</title>')],
    ['an SVG image', head('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">')],
    ['a PNG image', head([0x89], 'PNG\r\n', [0x1a], '\n')],
    ['a JPEG image', head([0xff, 0xd8, 0xff, 0xe0])],
    ['a GIF image', head('GIF89a')],
    ['a WebP image', head('RIFF', size, 'WEBPVP8 ')],
    ['an AVIF image', head(size, 'ftypavif')],
    ['a HEIC or raw image', head(size, 'ftypheic')],
    ['an M4A audio', head(size, 'ftypM4A ')],
    ['an MP3 audio', head('ID3', [4, 0])],
    ['an MP3 audio', head([0xff, 0xfb, 0x90, 0x64])],
    ['an AAC audio', head([0xff, 0xf1, 0x50, 0x80])],
    ['a WAV audio', head('RIFF', size, 'WAVEfmt ')],
    ['an Ogg audio', head('OggS', [0, 2], [1], 'vorbis')],
    ['a WMA audio', head(asf, size)],
    ['a FLAC audio', head('fLaC')],
    ['a PDF document', head('%PDF-1.7')],
    ['a ZIP archive or an office document', head('PK', [3, 4])],
    ['of a kind that is not known here', head([0xff, 0x00, 0x81, 0x02])],
    ['of a kind that is not known here', new Uint8Array(4000)],
  ])('refuses what is %s', (what, bytes) => {
    expect(() => sniffVideo(bytes)).toThrow(`The file is ${what}, not a video`);
  });

  it.each([
    ['short.mp4', 'video/mp4'],
    ['short.alpha.webm', 'video/webm'],
  ])('knows the real file %s', async (name, mimeType) => {
    const file = await readFile(new URL(`../../test/fixtures/sample/${name}`, import.meta.url));
    expect(sniffVideo(file).mimeType).toBe(mimeType);
  });

  it('takes a text whose last letter is cut for a text', () => {
    expect(() => sniffVideo(new TextEncoder().encode('naï').subarray(0, 3))).toThrow('a text');
  });
});
