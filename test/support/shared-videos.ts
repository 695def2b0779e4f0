import type { Truth } from './judge-video.ts';

/** The response to a run that cannot succeed. */
type Refusal = { readonly errorCode: string; readonly says: RegExp };

export type Row = {
  readonly file: string;
  /** Only this part is run, to save time. */
  readonly seconds?: number;
  readonly warnings?: readonly RegExp[];
  /** The warnings in Firefox if they differ from `warnings`. */
  readonly warningsInFirefox?: readonly RegExp[];
  /** A model for people finds one in it. */
  readonly showsPerson?: boolean;
} & ({ readonly truth: Truth } | { readonly refusal: Refusal });

export const cannotDecode = (codec: string): RegExp =>
  new RegExp(`cannot decode ${codec}\\. It was decoded with ffmpeg in WebAssembly`);
export const cannotRead = (what: string): RegExp =>
  new RegExp(`cannot read the file \\(${what}\\)\\. It was read with ffmpeg in WebAssembly`);
const breaksOff = (times: string): RegExp => new RegExp(`ends early: the result contains ${times}`);
export const toneMapped = (kind: string): RegExp => new RegExp(`is HDR \\(${kind}\\)\\. Its colors were converted`);
export const refuse = (file: string, says: RegExp): Row => ({
  file,
  refusal: { errorCode: 'UNSUPPORTED_MEDIA', says },
});

/** Every file of the shared folder's `weird`, with the expected result. */
export const weirdVideos: readonly Row[] = [
  { file: 'ae_SAR-2by3.mp4', truth: { size: [640, 540], channels: 2 } },
  { file: 'ae_h264-png.mp4', truth: { size: [640, 360], channels: 2 } },
  { file: 'ae_testsrc-hevc.mp4', truth: { size: [640, 360], channels: 2 }, warnings: [cannotDecode('HEVC')] },
  { file: 'bt601.mov', truth: { size: [640, 428], channels: 1 } },
  { file: 'derived_1frame.mp4', truth: { size: [640, 360], channels: null } },
  refuse('derived_empty.mp4', /^The file is empty/),
  { file: 'derived_hevc10_hvc1.mp4', truth: { size: [640, 360], channels: 2 }, warnings: [cannotDecode('HEVC')] },
  refuse('derived_no_moov.mp4', /index is missing or damaged.*download it again/i),
  { file: 'derived_odd_333x251_noaudio.webm', truth: { size: [333, 251], channels: null } },
  refuse('derived_random_bytes.mp4', /of an unknown type.*send MP4/),
  { file: 'derived_rot90_h264.mp4', truth: { size: [720, 1280], channels: 2 } },
  {
    file: 'derived_truncated_200k.mp4',
    truth: { size: [1280, 720], channels: 2, guessedFrames: 1 },
    warnings: [breaksOff('2.4 s of 9.4 s')],
  },
  { file: 'derived_vfr_noaudio.mp4', truth: { size: [640, 360], channels: null } },
  {
    file: 'hdr10-av1.mp4',
    seconds: 1,
    truth: { size: [720, 1280], channels: 2, isToneMapped: true },
    warnings: [toneMapped('PQ')],
  },
  {
    file: 'hlg10-color-test.mp4',
    truth: { size: [1920, 1080], channels: 2, isToneMapped: true },
    warnings: [cannotDecode('HEVC'), toneMapped('HLG')],
  },
  { file: 'htc_rotation.mkv', truth: { size: [1080, 720], channels: 1 } },
  {
    // The edit starts in the middle of the first frame, which is shown for its remaining time; ffprobe omits it.
    file: 'iibbibb_editlist_videoonly.mp4',
    truth: { size: [704, 576], channels: null, times: [0, ...Array.from({ length: 12 }, (_, index) => index + 0.5)] },
  },
  { file: 'mb_annex-b-avc.mkv', seconds: 2, truth: { size: [1920, 1080], channels: null } },
  {
    file: 'mb_annex-b.mp4',
    truth: { size: [1920, 1080], channels: null, guessedFrames: 1 },
    warnings: [breaksOff('0.5 s of 35.2 s')],
  },
  { file: 'mb_cursed-vfr.mp4', truth: { size: [3026, 1386], channels: null } },
  { file: 'mb_edts.mp4', seconds: 3, truth: { size: [854, 480], channels: 2 } },
  { file: 'mb_frames.webm', truth: { size: [1080, 1080], channels: null } },
  // Its signed composition offsets start at 0; ffprobe delays all of them by two frames.
  { file: 'mb_rotate-buck-bunny.mp4', truth: { size: [1080, 1920], channels: 2, startsAt: 2 / 24 } },
  { file: 'mb_transparency.webm', seconds: 1, truth: { size: [1280, 720], channels: null, hasAlpha: true } },
  {
    file: 'mb_video-h265.mp4',
    seconds: 1,
    truth: { size: [1920, 1080], channels: 2 },
    warnings: [cannotDecode('HEVC')],
  },
  { file: 'mp_no_duration.webm', truth: { size: [1280, 720], channels: 2 } },
  { file: 'mp_transparent.webm', seconds: 2, truth: { size: [200, 200], channels: 2, hasAlpha: true } },
  { file: 'mv_with_2_top_shots.mp4', truth: { size: [1080, 1440], channels: null }, warnings: [cannotDecode('HEVC')] },
  {
    file: 'paddleseg_mjpeg_5fps_man.avi',
    truth: { size: [600, 1024], channels: null },
    warnings: [cannotRead('AVI .*, MJPEG')],
  },
  { file: 'portrait_4k60.mp4', seconds: 0.1, truth: { size: [2160, 3840], channels: 2 } },
  { file: 'sample.avi', truth: { size: [960, 400], channels: 2 }, warnings: [cannotRead('AVI .*, MPEG4')] },
  refuse('sample_audio_only.mp4', /needs a video as material, but this material is audio \(audio\/mp4\)/),
  { file: 'sample_empty_track.mp4', truth: { size: [1080, 720], channels: 1 } },
  { file: 'sample_mdat_too_long.mp4', truth: { size: [1080, 720], channels: 1 } },
  refuse('sample_vvc.mp4', /Neither this browser nor ffmpeg can decode the video's codec \(vvc1\)\. Convert it/),
  {
    file: 'sample_with_color_info.mp4',
    truth: { size: [1080, 1920], channels: 2, isToneMapped: true },
    warnings: [cannotDecode('HEVC'), toneMapped('HLG')],
  },
  {
    // Native ffmpeg drops one of the frames; the browser shows the decodable part of it.
    file: 'sample_with_invalid_nalu.mp4',
    truth: {
      size: [1080, 720],
      channels: null,
      times: Array.from({ length: 30 }, (_, index) => (index * 1001) / 30_000),
    },
  },
  { file: 'silent-black-10s.mp4', seconds: 2, truth: { size: [320, 240], channels: 1 } },
];

const plain = (file: string, width: number, height: number, channels: number | null): Row => ({
  file,
  seconds: 1,
  showsPerson: !file.startsWith('obj_'),
  truth: { size: [width, height], channels },
});

/** Every file of the shared folder's `video`. */
export const ordinaryVideos: readonly Row[] = [
  plain('asl_book.mkv', 640, 480, null),
  plain('chaplin_bw_multi.mp4', 640, 360, 2),
  plain('doctor_desk.mp4', 960, 540, null),
  plain('kids_bedroom.mp4', 960, 540, null),
  plain('man_greenscreen.mp4', 512, 512, null),
  plain('man_outdoor_sitting.mp4', 640, 360, null),
  plain('man_selfie_vertical.mp4', 720, 1280, null),
  plain('obj_blackswan.mp4', 854, 480, null),
  plain('obj_cups_hands.mp4', 1280, 720, 2),
  plain('person_juggle_fullbody.mp4', 1280, 720, null),
  plain('street_crowd.mp4', 1280, 720, null),
  { ...plain('talk_office_mpeg4.mp4', 512, 512, 2), warnings: [cannotDecode('MPEG4')] },
  plain('woman_and_dog.mp4', 1280, 720, 2),
  plain('woman_home_talk.mp4', 1280, 720, 2),
  plain('woman_longhair_studio_talk.mp4', 446, 512, 2),
  plain('woman_presenter_cup.mp4', 1280, 720, 2),
];
