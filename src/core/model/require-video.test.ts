import { expect, test } from 'vitest';
import { requireVideo } from './require-video.ts';
import type { MediaInfo } from '../protocol/runners.ts';

const video: MediaInfo = {
  kind: 'video',
  container: 'MP4',
  durationSeconds: 1,
  video: { codec: 'avc', width: 320, height: 180, frameRate: 30, rotation: 0 },
  audio: null,
};

test('returns a video unchanged', () => {
  expect(requireVideo(video, 'remove-background')).toBe(video);
});

test.each([
  {
    info: { kind: 'picture', container: 'PNG' } as const,
    says: 'remove-background needs a video; this is an image (PNG).',
  },
  {
    info: {
      kind: 'sound',
      container: 'MP3',
      durationSeconds: 1,
      audio: { codec: 'mp3', channels: 2, sampleRate: 44_100 },
    } as const,
    says: 'remove-background needs a video; this is an audio file (MP3).',
  },
])('refuses $info.kind with the kind of the file and the required kind', ({ info, says }) => {
  expect(() => requireVideo(info, 'remove-background')).toThrow(
    expect.objectContaining({ code: 'UNSUPPORTED_MEDIA', message: says }),
  );
});
