import { projectDir } from '#bridge/cli/build.ts';
import { decodeFrames, sharedFolder } from '#test/support/native.ts';
import { rvmMattes } from '#test/support/rvm-reference.ts';
import { spreadColours } from './spread-colours.ts';
import type { Size } from '#core/lib/size.ts';

/** One frame of a scene: the camera's image and the ground truth. All are RGBA, or one byte a pixel. */
type Moment = {
  readonly shown: Uint8Array;
  readonly alpha: Uint8Array;
  /** The subject's own colors everywhere, and the background; null if unknown. */
  readonly foreground: Uint8Array | null;
  readonly background: Uint8Array | null;
};

export type Scene = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly moments: readonly Moment[];
  /** False for objects, which models of people do not find. Their true matte is used, scaled down and softened. */
  readonly isPerson: boolean;
};

/** A subject to composite over backgrounds: its frames and its alpha. */
type Subject = Size & {
  readonly colours: readonly Uint8Array[];
  readonly alphas: readonly Uint8Array[];
  readonly isPerson: boolean;
};

const media = `${sharedFolder}/media`;

/** Creates the scenes of the shared folder and of our own sample. */
export const sceneMakers: Readonly<Record<string, () => Promise<Scene>>> = {
  'man-over-swan': manOverSwan,
  'man-over-street': () =>
    composePerson('man-over-street', manSource, `${media}/video/street_crowd.mp4`, { width: 512, height: 472 }),
  'presenter-over-swan': () =>
    composePerson('presenter-over-swan', presenterSource, `${media}/video/obj_blackswan.mp4`, {
      width: 640,
      height: 360,
    }),
  'presenter-over-cars': () =>
    composePerson('presenter-over-cars', presenterSource, `${media}/stills/sam2_cars.jpg`, {
      width: 640,
      height: 360,
    }),
  signing: () => judgeByRvm('signing', 'asl_book.mkv', { width: 512, height: 384 }),
  juggling: () => judgeByRvm('juggling', 'person_juggle_fullbody.mp4', { width: 512, height: 288 }),
  'home-talk': () => judgeByRvm('home-talk', 'woman_home_talk.mp4', { width: 512, height: 288 }),
  crowd: () => judgeByRvm('crowd', 'street_crowd.mp4', { width: 512, height: 288 }),
  kids: () => judgeByRvm('kids', 'kids_bedroom.mp4', { width: 512, height: 288 }),
  lemur: () => composeObject('lemur', `${media}/gt_objects/lemur.png`),
  'troll-hair': () => composeObject('troll-hair', `${media}/gt_objects/am_GT04.png`),
  plant: () => composeObject('plant', `${media}/gt_objects/am_GT13.png`),
};

/** Creates one subject over a street, the street's negative, and two screens of opposite colors. */
export const haloMakers: Readonly<Record<string, () => Promise<Scene[]>>> = {
  'man-halo': async () => overOpposites('man', await decodePerson(manSource, { width: 512, height: 472 })),
  'presenter-halo': async () =>
    overOpposites('presenter', await decodePerson(presenterSource, { width: 640, height: 360 })),
  'troll-halo': async () => overOpposites('troll', await decodeObject(`${media}/gt_objects/am_GT04.png`)),
  'lemur-halo': async () => overOpposites('lemur', await decodeObject(`${media}/gt_objects/lemur.png`)),
};
const haloFrames = 16;

async function overOpposites(name: string, subject: Subject): Promise<Scene[]> {
  const start = subject.isPerson ? haloFrames : 0;
  const few = {
    ...subject,
    colours: subject.colours.slice(start, start + haloFrames),
    alphas: subject.alphas.slice(start, start + haloFrames),
  };
  const street = await decodeBackground(`${media}/video/street_crowd.mp4`, subject);
  const green = new Uint8Array(4 * subject.width * subject.height).map((_, i) => [0, 177, 64, 255][i % 4] ?? 0);
  const negate = (picture: Uint8Array): Uint8Array => picture.map((value) => 255 - value);
  return [
    composeOver(`${name}-over-street`, few, street),
    composeOver(`${name}-over-negative`, few, street.map(negate)),
    composeOver(`${name}-over-green`, few, [green]),
    composeOver(`${name}-over-magenta`, few, [negate(green)]),
  ];
}

type PersonSource = { readonly clip: string; readonly alpha: string; readonly alphaFilter: string };

const swanFolder = `${media}/gt_video/derived_man_over_swan`;
const manSource: PersonSource = {
  clip: `${swanFolder}/comp.mp4`,
  alpha: `${swanFolder}/alpha.mkv`,
  alphaFilter: 'null',
};
const presenterSource: PersonSource = {
  clip: `${projectDir}/public/sample/presenter.mp4`,
  alpha: `${projectDir}/test/fixtures/sample/presenter.alpha.webm`,
  alphaFilter: 'extractplanes=y',
};
const maxFrames = 78;

/** A clip of the shared folder, unchanged. */
async function manOverSwan(): Promise<Scene> {
  const size = { width: 512, height: 472 };
  const shown = await decodeFrames(manSource.clip, { ...size, pixels: 'rgba' });
  const alphas = await decodeFrames(manSource.alpha, { ...size, pixels: 'gray' });
  const moments = shown.map((one, i) => ({
    shown: one,
    alpha: alphas[i] ?? new Uint8Array(),
    foreground: null,
    background: null,
  }));
  return { name: 'man-over-swan', ...size, moments, isPerson: true };
}

async function composePerson(name: string, source: PersonSource, background: string, size: Size): Promise<Scene> {
  return composeOver(name, await decodePerson(source, size), await decodeBackground(background, size));
}

async function decodePerson({ clip, alpha, alphaFilter }: PersonSource, size: Size): Promise<Subject> {
  const colours = await decodeFrames(clip, { ...size, pixels: 'rgba' });
  const alphas = await decodeFrames(alpha, { ...size, pixels: 'gray', filter: alphaFilter });
  return { ...size, colours: colours.slice(0, maxFrames), alphas, isPerson: true };
}

/**
 * Composites a subject of known alpha over another background. Its edge colors are defined as those of its inside, spread outwards,
 * so the foreground is known exactly.
 */
function composeOver(name: string, subject: Subject, backgrounds: readonly Uint8Array[]): Scene {
  const moments = subject.colours.map((picture, i) => {
    const alpha = subject.alphas[i] ?? new Uint8Array();
    return compose(spreadColours(picture, alpha, subject), alpha, pickBackground(backgrounds, i));
  });
  return { name, width: subject.width, height: subject.height, moments, isPerson: subject.isPerson };
}

/** Fast motion without a ground truth, judged by the mattes of a far larger model. */
async function judgeByRvm(name: string, clip: string, size: Size): Promise<Scene> {
  const decode = (pixels: 'rgba' | 'rgb24') => decodeFrames(`${media}/video/${clip}`, { ...size, pixels, seconds: 2 });
  const mattes = await rvmMattes(await decode('rgb24'), size.width, size.height);
  const moments = (await decode('rgba')).map((shown, i) => ({
    shown,
    alpha: mattes[i] ?? new Uint8Array(),
    foreground: null,
    background: null,
  }));
  return { name, ...size, moments, isPerson: true };
}

async function composeObject(name: string, file: string): Promise<Scene> {
  const subject = await decodeObject(file);
  return composeOver(name, subject, await decodeBackground(`${media}/video/obj_blackswan.mp4`, subject));
}

/** A still with true alpha that sways. */
async function decodeObject(file: string): Promise<Subject> {
  const size = { width: 640, height: 480 };
  const sway = 'pad=iw*1.2:ih*1.2:iw*.1:ih*.1,scale=640*1.1:480*1.1,crop=640:480:32+16*sin(n/3):24+9*cos(n/4)';
  const decode = (path: string, pixels: 'rgba' | 'gray') =>
    decodeFrames(path, { ...size, pixels, filter: sway, isLooped: true, seconds: 0.96 });
  const colours = await decode(file, 'rgba');
  return { ...size, colours, alphas: await decode(file.replace('.png', '.alpha.png'), 'gray'), isPerson: false };
}

/** Pans over a still; plays a clip to and fro. */
async function decodeBackground(file: string, size: Size): Promise<Uint8Array[]> {
  const isStill = !file.endsWith('.mp4');
  const fill = `scale=${size.width * 1.2}:${size.height * 1.2}:force_original_aspect_ratio=increase`;
  const crop = `crop=${size.width}:${size.height}:(iw-ow)/2*(1+sin(n/20)):(ih-oh)/2`;
  return decodeFrames(file, {
    ...size,
    pixels: 'rgba',
    filter: isStill ? `${fill},${crop}` : `${fill},crop=${size.width}:${size.height}`,
    isLooped: isStill,
    seconds: 3.2,
  });
}

function pickBackground(backgrounds: readonly Uint8Array[], at: number): Uint8Array {
  const period = Math.max(1, 2 * backgrounds.length - 2);
  const step = at % period;
  return backgrounds[step < backgrounds.length ? step : period - step] ?? new Uint8Array();
}

function compose(foreground: Uint8Array, alpha: Uint8Array, background: Uint8Array): Moment {
  const shown = new Uint8Array(foreground.length);
  for (let at = 0; at < alpha.length; at += 1) {
    const share = (alpha[at] ?? 0) / 255;
    for (let channel = 4 * at; channel < 4 * at + 3; channel += 1) {
      shown[channel] = share * (foreground[channel] ?? 0) + (1 - share) * (background[channel] ?? 0) + 0.5;
    }
    shown[4 * at + 3] = 255;
  }
  return { shown, alpha, foreground, background };
}
