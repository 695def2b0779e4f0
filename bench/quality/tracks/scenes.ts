import { sharedFolder } from '#test/support/native.ts';

/** The moving target: a part of an image or clip, cut out by its alpha, an ellipse, or as a rectangle with soft edges. */
export type TargetSource = {
  readonly file: string;
  readonly alphaFile?: string;
  readonly shape: 'alpha' | 'ellipse' | 'rectangle';
  /** The crop of the file, in its pixels. */
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  readonly isMoving: boolean;
};

/** The position of the target at a frame, in shares of the frame; its width as a share of the frame's. */
type Place = { readonly x: number; readonly y: number; readonly width: number; readonly degrees?: number };

export type TrackScene = {
  readonly name: string;
  readonly kind: 'patch' | 'face' | 'object';
  readonly target: TargetSource;
  readonly background: string;
  readonly placeAt: (seconds: number) => Place;
  /** The left and right edge of a board that hides its background, as shares of the width. */
  readonly boardAt?: (seconds: number) => readonly [number, number] | null;
  /** The factor of luma. */
  readonly lightAt?: (seconds: number) => number;
  /** The side of a box blur of the target, in pixels. */
  readonly blurAt?: (seconds: number) => number;
  /** A second target that looks the same and moves separately. */
  readonly decoyAt?: (seconds: number) => Place;
};

const media = `${sharedFolder}/media`;
const wave = (seconds: number, period: number, phase = 0): number => Math.sin((2 * Math.PI * seconds) / period + phase);

/** A board that covers the middle without motion for part of the time, and slides in and out. */
const sweep =
  (from: number, to: number, width: number) =>
  (seconds: number): readonly [number, number] | null => {
    if (seconds < from || seconds > to) {
      return null;
    }
    const left = -width + ((1 + width) * (seconds - from)) / (to - from);
    return [left, left + width];
  };

/** A target with little motion is covered by a board for a moment. */
const door =
  (from: number, to: number, left: number, right: number) =>
  (seconds: number): readonly [number, number] | null => {
    const opening = 0.25;
    if (seconds < from - opening || seconds > to + opening) {
      return null;
    }
    const share = Math.min(1, (seconds - from + opening) / opening, (to + opening - seconds) / opening);
    return [left, left + (right - left) * share];
  };

const still = (name: string, crop: TargetSource['crop'], shape: TargetSource['shape'] = 'rectangle'): TargetSource => ({
  file: `${media}/stills/${name}`,
  shape,
  crop,
  isMoving: false,
});
const object = (name: string): TargetSource => ({
  file: `${media}/gt_objects/${name}.png`,
  alphaFile: `${media}/gt_objects/${name}.alpha.png`,
  shape: 'alpha',
  crop: null,
  isMoving: false,
});
const talker = (name: string, crop: NonNullable<TargetSource['crop']>): TargetSource => ({
  file: `${media}/video/${name}`,
  shape: 'ellipse',
  crop,
  isMoving: true,
});

const clip = (name: string): string => `${media}/video/${name}`;

/** Twelve scenes of five seconds: patches, faces and objects on known paths. */
export const trackScenes: readonly TrackScene[] = [
  {
    name: 'patch, growing and shrinking',
    kind: 'patch',
    target: still('sam2_groceries.jpg', { x: 370, y: 170, width: 200, height: 180 }),
    background: clip('street_crowd.mp4'),
    placeAt: (t) => ({
      x: 0.5 + 0.28 * wave(t, 4),
      y: 0.5 + 0.22 * wave(t, 3, 1),
      width: 0.14 * (1 + 0.3 * wave(t, 5)),
    }),
  },
  {
    name: 'patch, changing light',
    kind: 'patch',
    target: still('sam2_truck.jpg', { x: 380, y: 560, width: 320, height: 300 }),
    background: clip('doctor_desk.mp4'),
    placeAt: (t) => ({ x: 0.4 + 0.2 * wave(t, 5), y: 0.45 + 0.2 * wave(t, 4), width: 0.13 }),
    lightAt: (t) => 1 + 0.45 * wave(t, 2.2),
  },
  {
    name: 'patch, hidden twice',
    kind: 'patch',
    target: still('u2_boat.jpg', { x: 120, y: 60, width: 300, height: 260 }),
    background: clip('woman_and_dog.mp4'),
    placeAt: (t) => ({ x: 0.5 + 0.1 * wave(t, 6), y: 0.4 + 0.15 * wave(t, 5), width: 0.15 }),
    boardAt: (t) => sweep(0.8, 2.2, 0.45)(t) ?? sweep(3, 4.4, 0.35)(t),
  },
  {
    name: 'small patch with a twin',
    kind: 'patch',
    target: still('sam2_groceries.jpg', { x: 470, y: 180, width: 90, height: 100 }),
    background: clip('obj_cups_hands.mp4'),
    placeAt: (t) => ({ x: 0.3 + 0.15 * wave(t, 4), y: 0.35 + 0.2 * wave(t, 3), width: 0.06 }),
    decoyAt: (t) => ({ x: 0.75 + 0.15 * wave(t, 5), y: 0.6 + 0.2 * wave(t, 4, 2), width: 0.06 }),
  },
  {
    name: 'face, talking',
    kind: 'face',
    target: talker('woman_longhair_studio_talk.mp4', { x: 120, y: 110, width: 210, height: 300 }),
    background: clip('street_crowd.mp4'),
    placeAt: (t) => ({
      x: 0.5 + 0.25 * wave(t, 5),
      y: 0.5 + 0.12 * wave(t, 3.5),
      width: 0.14,
      degrees: 8 * wave(t, 4),
    }),
  },
  {
    name: 'face, hidden',
    kind: 'face',
    target: talker('man_greenscreen.mp4', { x: 135, y: 75, width: 255, height: 320 }),
    background: clip('doctor_desk.mp4'),
    placeAt: (t) => ({ x: 0.5 + 0.08 * wave(t, 5), y: 0.45 + 0.08 * wave(t, 4), width: 0.16 }),
    boardAt: door(1.4, 2.3, 0.3, 0.75),
  },
  {
    name: 'face, changing light and blur',
    kind: 'face',
    target: talker('talk_office_mpeg4.mp4', { x: 140, y: 90, width: 250, height: 360 }),
    background: clip('obj_cups_hands.mp4'),
    placeAt: (t) => ({ x: 0.45 + 0.2 * wave(t, 4.5), y: 0.5 + 0.1 * wave(t, 3), width: 0.13 * (1 + 0.2 * wave(t, 4)) }),
    lightAt: (t) => 1 + 0.3 * wave(t, 3),
    blurAt: (t) => Math.max(0, 9 * wave(t, 2.5)),
  },
  {
    name: 'face, leaving and returning',
    kind: 'face',
    target: still('lp_s10.jpg', null, 'ellipse'),
    background: clip('kids_bedroom.mp4'),
    placeAt: (t) => ({ x: 0.6 + 0.62 * Math.max(0, wave(t, 5.4, -0.6)), y: 0.5, width: 0.15 }),
  },
  {
    name: 'object, growing, blurred',
    kind: 'object',
    target: object('am_GT04'),
    background: clip('obj_cups_hands.mp4'),
    placeAt: (t) => ({ x: 0.5 + 0.2 * wave(t, 4), y: 0.55 + 0.1 * wave(t, 3), width: 0.2 * (1 + 0.35 * wave(t, 4.5)) }),
    blurAt: (t) => Math.max(0, 8 * wave(t, 3)),
  },
  {
    name: 'object, hidden long',
    kind: 'object',
    target: object('lemur'),
    background: clip('street_crowd.mp4'),
    placeAt: (t) => ({ x: 0.45 + 0.1 * wave(t, 6), y: 0.5 + 0.05 * wave(t, 3), width: 0.22 }),
    boardAt: door(1.2, 2.6, 0.2, 0.8),
  },
  {
    name: 'object, fast and rotating',
    kind: 'object',
    target: object('am_GT13'),
    background: clip('kids_bedroom.mp4'),
    placeAt: (t) => ({
      x: 0.5 + 0.33 * wave(t, 1.8),
      y: 0.5 + 0.15 * wave(t, 1.3),
      width: 0.16,
      degrees: 15 * wave(t, 2.4),
    }),
  },
  {
    name: 'object, passed by an occluder',
    kind: 'object',
    target: object('am_GT18'),
    background: clip('woman_and_dog.mp4'),
    placeAt: (t) => ({ x: 0.55 + 0.15 * wave(t, 4), y: 0.5 + 0.1 * wave(t, 5), width: 0.2 * (1 + 0.15 * wave(t, 3)) }),
    boardAt: (t) => sweep(1, 3.2, 0.5)(t),
    lightAt: (t) => 1 + 0.2 * wave(t, 4),
  },
];
