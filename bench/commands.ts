import { defineCommand, type Command } from './command.ts';

/** A subcommand in the registry. Its module is loaded when it is needed. */
export type Entry = { readonly name: string; readonly summary: string; readonly load: () => Promise<Command> };

/** Runs kernels.ts, which measures as soon as it is loaded. */
const kernels = defineCommand({
  about: `Times the stages that process every pixel, at 720p, in milliseconds a frame (medians). The image is a head and shoulders that
sway in front of a textured wall.`,
  options: {},
  run: async () => void (await import('./kernels.ts')),
});

/** The registry: every subcommand of `npm run bench`, in the order of the help. */
export const entries: readonly Entry[] = [
  {
    name: 'speed',
    summary: 'background removal against native programs and the usual way in a page; stages, API, first load',
    load: async () => (await import('./speed/speed.ts')).speed,
  },
  {
    name: 'speed frame',
    summary: 'a frame with the shipped models, for one figure and for several',
    load: async () => (await import('./speed/frame-time.ts')).frameTime,
  },
  {
    name: 'speed start',
    summary: 'cold starts: the page to its first frame, the first launch cut, the headless command',
    load: async () => (await import('./speed/start.ts')).start,
  },
  {
    name: 'speed stages',
    summary: 'the stages, threads and idle time of a run with all shipped models',
    load: async () => (await import('./speed/speed-stages.ts')).stages,
  },
  {
    name: 'speed background',
    summary: 'a run in front, behind another tab, and in a minimized window',
    load: async () => (await import('./speed/background.ts')).background,
  },
  {
    name: 'speed estimates',
    summary: 'the estimated time of runs against the actual one',
    load: async () => (await import('./speed/estimates.ts')).estimates,
  },
  {
    name: 'gpu',
    summary: 'WebGPU against the CPU: mattes and time of each network, and the stages of whole runs',
    load: async () => (await import('./speed/gpu.ts')).gpu,
  },
  {
    name: 'kernels',
    summary: 'the stages that process every pixel, at 720p, in Node',
    load: async () => kernels,
  },
  {
    name: 'ort-kernels',
    summary: 'models with and without the kernels of packages/ort-kernels, in Node; says whether they are worth it',
    load: async () => (await import('./ort-kernels.ts')).ortKernels,
  },
  {
    name: 'memory cutouts',
    summary: 'peak memory of the browser during background removal, for a short clip and a long one',
    load: async () => (await import('./memory/cutouts.ts')).cutouts,
  },
  {
    name: 'memory exports',
    summary: 'peak memory of the browser during an export, for a short canvas and a long one',
    load: async () => (await import('./memory/exports.ts')).exports,
  },
  {
    name: 'memory worlds',
    summary: 'snapshots, and worlds as ZIP files, of a store with 1 GiB of files: time and peak memory of the browser',
    load: async () => (await import('./memory/worlds.ts')).worlds,
  },
  {
    name: 'render exports',
    summary: 'exports of canvases against native ffmpeg: speed, CPU time, PSNR',
    load: async () => (await import('./render/exports.ts')).exports,
  },
  {
    name: 'render planes',
    summary: 'a frame by planes and kernels against a 2D canvas',
    load: async () => (await import('./render/planes.ts')).planes,
  },
  {
    name: 'preview playback',
    summary: 'late frames, seeks and changes in the preview of three layers; the waveform of long audio',
    load: async () => (await import('./preview/playback.ts')).playback,
  },
  {
    name: 'preview mix',
    summary: 'audio mixing without decoding, in times real time',
    load: async () => (await import('./preview/mix.ts')).mix,
  },
  {
    name: 'editor open',
    summary: 'opening and closing a canvas of 500 items, and the memory after a hundred times',
    load: async () => (await import('./editor/open.ts')).open,
  },
  {
    name: 'editor frames',
    summary: 'work of the main thread in each frame of the editor with 500 items',
    load: async () => (await import('./editor/frames.ts')).frames,
  },
  {
    name: 'lighthouse',
    summary: 'Lighthouse scores of the home page, a review and the editor',
    load: async () => (await import('./lighthouse/lighthouse.ts')).lighthouse,
  },
  {
    name: 'browsers speed',
    summary: 'the same calls in Chromium and in Firefox',
    load: async () => (await import('./browsers/speed.ts')).speed,
  },
  {
    name: 'browsers features',
    summary: 'the results of every feature in one browser, for docs/browsers.md',
    load: async () => (await import('./browsers/features.ts')).features,
  },
  {
    name: 'formats',
    summary: 'every common codec, container and timing case, for docs/formats.md',
    load: async () => (await import('./formats/formats.ts')).formats,
  },
  {
    name: 'recipes speed',
    summary: 'recipes with a review, from the call to the proposal and from there to the file',
    load: async () => (await import('./recipes/speed.ts')).speed,
  },
  {
    name: 'recipes title-card',
    summary: 'title cards of clips, in times real time',
    load: async () => (await import('./recipes/title-card.ts')).titleCard,
  },
  {
    name: 'recipes text-behind',
    summary: 'text behind the subject of clips: time, and coverage of the rendered frames',
    load: async () => (await import('./recipes/text-behind.ts')).textBehind,
  },
  {
    name: 'recipes launch',
    summary: 'launch cuts of clips: speed, cuts on beats, black and blurred shots, loudness',
    load: async () => (await import('./recipes/launch.ts')).launch,
  },
  {
    name: 'quality mattes',
    summary: 'mattes and edge colors of video scenes with ground truth',
    load: async () => (await import('./quality/mattes.ts')).mattes,
  },
  {
    name: 'quality stills',
    summary: 'mattes of stills of people',
    load: async () => (await import('./quality/stills.ts')).stills,
  },
  {
    name: 'quality subjects',
    summary: 'agreement of `fast` and `best` on the existence of a subject',
    load: async () => (await import('./quality/subjects.ts')).subjects,
  },
  {
    name: 'quality scene-cuts',
    summary: 'precision and recall of the scene cut detector',
    load: async () => (await import('./quality/scene-cuts/scene-cuts.ts')).sceneCuts,
  },
  {
    name: 'quality pauses',
    summary: "pauses that tighten finds, against ffmpeg's silencedetect",
    load: async () => (await import('./quality/pauses/pauses.ts')).pauses,
  },
  {
    name: 'quality tracks',
    summary: "tracks of known paths, against OpenCV's trackers",
    load: async () => (await import('./quality/tracks/tracks.ts')).tracks,
  },
  {
    name: 'quality faces',
    summary: 'faces inside the frame in other aspect ratios',
    load: async () => (await import('./quality/faces/faces.ts')).faces,
  },
  {
    name: 'server throughput',
    summary: 'calls a second, uploads and downloads of the local server, with its memory',
    load: async () => (await import('./server/throughput.ts')).throughput,
  },
  {
    name: 'pages',
    summary: 'generates the pages of docs/benchmarks from their JSON files',
    load: async () => (await import('./pages.ts')).pages,
  },
];
