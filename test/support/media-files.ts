import type { MediaFile, MediaFiles } from '#core/timeline/interchange/media-file.ts';

const facts = { width: 1280, height: 720, durationSeconds: 60, frameRate: 25, hasSound: true, fault: null };

/** Creates a file with this name, by default with the facts of a video of 1280x720 at 25 frames/s. */
export const makeFile = (name: string, given: Partial<NonNullable<MediaFile['facts']>> = {}): MediaFile => ({
  name,
  url: `./media/${encodeURIComponent(name.toWellFormed())}`,
  facts: { kind: 'video', ...facts, ...given },
});

/** The files of the items that `makeItem` creates. */
export const files: MediaFiles = {
  asset_video: makeFile('a clip.mp4'),
  asset_picture: makeFile('logo.png', { kind: 'picture', durationSeconds: null, frameRate: null, hasSound: false }),
  asset_sound: makeFile('song.wav', { kind: 'sound', width: null, height: null, frameRate: null }),
};

/** Texts that break out of contexts without escaping. */
export const nasty = 'a "quoted" & <b>bold</b> \'one\' ]]> --> \r\n\u0000\u0007\ud800 =cmd|x, 文字 🙂';
