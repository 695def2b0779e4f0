import type { ExportFormat } from '#core/timeline/render.ts';

/** The MIME type of a format, and whether it contains video, one image, or only audio. */
type FormatFacts = {
  readonly mimeType: string;
  readonly kind: 'video' | 'picture' | 'sound';
  readonly contents: string;
};

/** The export formats of a canvas. */
export const exportFormats: Readonly<Record<ExportFormat, FormatFacts>> = {
  mp4: { mimeType: 'video/mp4', kind: 'video', contents: 'H.264 and AAC, plays everywhere' },
  webm: { mimeType: 'video/webm', kind: 'video', contents: 'VP9 and Opus, with alpha if the canvas is transparent' },
  mov: {
    mimeType: 'video/quicktime',
    kind: 'video',
    contents: 'ProRes 4444, with alpha if the canvas is transparent',
  },
  gif: { mimeType: 'image/gif', kind: 'video', contents: 'a GIF without audio, with 1-bit alpha' },
  png: { mimeType: 'image/png', kind: 'picture', contents: 'one frame, with alpha if the canvas is transparent' },
  wav: { mimeType: 'audio/wav', kind: 'sound', contents: 'only the audio, uncompressed' },
  m4a: { mimeType: 'audio/mp4', kind: 'sound', contents: 'only the audio, as AAC' },
};

/** Whether the caller can choose the bitrate. ProRes and GIF follow the content, and the other formats have no frames. */
export const canHaveBitrate = (format: ExportFormat): format is 'mp4' | 'webm' => format === 'mp4' || format === 'webm';
