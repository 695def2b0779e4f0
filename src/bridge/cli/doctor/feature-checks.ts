import { relaxedSimdModule, simdModule } from '#core/lib/wasm-features.ts';
import { miss, ok, toGigabytes, warn, type Check } from './check.ts';
import type { BrowserFeatures, CodecQuestions, MissingCodecs, ModuleQuestions } from './features-page.mjs';

/** The codecs whose support is checked, with the WebCodecs name of a common profile. */
export const codecs: CodecQuestions = {
  videoDecoders: {
    'H.264': 'avc1.64001f',
    HEVC: 'hvc1.1.6.L93.B0',
    VP8: 'vp8',
    VP9: 'vp09.00.31.08',
    AV1: 'av01.0.05M.08',
  },
  audioDecoders: { AAC: 'mp4a.40.2', MP3: 'mp3', Opus: 'opus', Vorbis: 'vorbis', FLAC: 'flac' },
  videoEncoders: { 'H.264': 'avc1.64001f', VP9: 'vp09.00.31.08' },
  audioEncoders: { AAC: 'mp4a.40.2', Opus: 'opus' },
};

export const modules: ModuleQuestions = { simdModule, relaxedSimdModule };

const newer = 'Update the browser, or set OFFCUT_CHROMIUM to a current Chromium.';
const quotaBytesMin = 5e9;

/** Converts the features of a browser to checks. */
export const toFeatureChecks = (features: BrowserFeatures, missing: MissingCodecs): Check[] => [
  ...requirements(features),
  ...decoders(missing),
  ...encoders(missing),
  ...speed(features),
  checkQuota(features),
];

function requirements({ hasServiceWorker, hasFileSystem, hasWebCodecs, hasSimd }: BrowserFeatures): Check[] {
  const parts = [
    { name: 'service workers', has: hasServiceWorker, cost: 'the API cannot run' },
    { name: 'file storage (OPFS)', has: hasFileSystem, cost: 'videos cannot be stored' },
    { name: 'WebCodecs', has: hasWebCodecs, cost: 'videos cannot be decoded or encoded' },
    { name: 'WebAssembly SIMD', has: hasSimd, cost: 'models and painting cannot run' },
  ];
  return parts.map(({ name, has, cost }) => (has ? ok(name, 'available') : miss(name, 'not available', cost, newer)));
}

function decoders(missing: MissingCodecs): Check[] {
  const help =
    'If your files use these codecs, set OFFCUT_CHROMIUM to the path of a Chrome: it may decode them with the hardware.';
  const cost = 'ffmpeg in WebAssembly decodes these, which is slower; jobs have a warning';
  return [
    describe('video decoders', codecs.videoDecoders, missing.videoDecoders, cost, help),
    describe('audio decoders', codecs.audioDecoders, missing.audioDecoders, cost, help),
  ];
}

function encoders(missing: MissingCodecs): Check[] {
  const costs: Readonly<Record<string, string>> = {
    'H.264': 'an MP4 contains VP9, which some players do not play',
    VP9: 'no WebM, and no MP4 without H.264',
    Opus: 'a WebM has no audio',
    // AAC costs nothing, because the WebAssembly encoder is fast.
  };
  const absent = [...missing.videoEncoders, ...missing.audioEncoders];
  const cost = absent.flatMap((name) => costs[name] ?? []).join('; ');
  const known = [...Object.keys(codecs.videoEncoders), ...Object.keys(codecs.audioEncoders)];
  const found = known.map((name) => (absent.includes(name) ? toAbsent(name) : name)).join(', ');
  return [cost === '' ? ok('encoders', found) : warn('encoders', found, cost, newer)];
}

const toAbsent = (name: string): string => (name === 'AAC' ? 'AAC (in WebAssembly)' : `no ${name}`);

function describe(
  name: string,
  known: Readonly<Record<string, string>>,
  missing: readonly string[],
  cost: string,
  help: string,
): Check {
  const found = Object.keys(known)
    .map((codec) => (missing.includes(codec) ? `no ${codec}` : codec))
    .join(', ');
  return missing.length === 0 ? ok(name, found) : warn(name, found, cost, help);
}

function speed({ isIsolated, threads, hasRelaxedSimd, gpu }: BrowserFeatures): Check[] {
  const gpuHelp = 'Install the driver of a GPU. Without one, choose "fast" or "balanced" quality.';
  const gpuCost = 'networks run on the CPU, which is slower for the large ones';
  return [
    isIsolated
      ? ok('threads', `${threads}, with shared memory`)
      : warn('threads', 'no cross-origin isolation', 'models run in one thread, several times slower', newer),
    hasRelaxedSimd
      ? ok('relaxed SIMD', 'available')
      : warn('relaxed SIMD', 'not available', 'models run slower', newer),
    gpu && !gpu.isFallback
      ? ok('WebGPU', `${gpu.name}; commands use it with --gpu`)
      : warn('WebGPU', gpu ? `${gpu.name}, which computes on the CPU` : 'no adapter', gpuCost, gpuHelp),
  ];
}

function checkQuota({ quotaBytes }: BrowserFeatures): Check {
  const name = 'browser storage';
  if (quotaBytes === null) {
    return warn(name, 'size not known', 'a run may end with STORAGE_FULL', newer);
  }
  const found = `${toGigabytes(quotaBytes)} for this site`;
  return quotaBytes >= quotaBytesMin
    ? ok(name, found)
    : warn(
        name,
        found,
        'long videos end with STORAGE_FULL',
        'The browser allows a part of the disk: free some space, or give --profile a folder on a larger disk.',
      );
}
