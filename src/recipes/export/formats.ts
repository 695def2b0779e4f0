import type { ExportFormat } from '#core/timeline/render.ts';

/** What a format is: its MIME type, and whether it holds pictures that move, one picture, or sound alone. */
type FormatFacts = {
  readonly mimeType: string;
  readonly kind: 'video' | 'picture' | 'sound';
  readonly contents: string;
};

/** The files that a canvas can be exported to. */
export const exportFormats: Readonly<Record<ExportFormat, FormatFacts>> = {
  mp4: { mimeType: 'video/mp4', kind: 'video', contents: 'H.264 and AAC, plays everywhere' },
  webm: { mimeType: 'video/webm', kind: 'video', contents: 'VP9 and Opus, with alpha where the canvas is transparent' },
  mov: {
    mimeType: 'video/quicktime',
    kind: 'video',
    contents: 'ProRes 4444, with alpha where the canvas is transparent',
  },
  gif: { mimeType: 'image/gif', kind: 'video', contents: 'a GIF without sound, with alpha of one bit' },
  png: { mimeType: 'image/png', kind: 'picture', contents: 'one frame, with alpha where the canvas is transparent' },
  wav: { mimeType: 'audio/wav', kind: 'sound', contents: 'the sound alone, uncompressed' },
  m4a: { mimeType: 'audio/mp4', kind: 'sound', contents: 'the sound alone, as AAC' },
};
