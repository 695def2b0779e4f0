// Plain JavaScript, because its source is sent to the page. A compiler would add calls to helpers that the page lacks.

/** Runs in a page: see `features-page.d.mts`. It can use only names that its own body declares. */
export async function listMissingCodecs(questions) {
  const size = { width: 1280, height: 720, bitrate: 4_000_000, framerate: 30 };
  const sound = { numberOfChannels: 2, sampleRate: 48_000 };
  // Some audio decoders need a description of the stream, and some refuse one.
  const configs = {
    videoDecoders: (codec) => [{ codec }],
    audioDecoders: (codec) => [
      { codec, ...sound },
      { codec, ...sound, description: new Uint8Array(64) },
    ],
    videoEncoders: (codec) => [{ codec, ...size }],
    audioEncoders: (codec) => [{ codec, ...sound, bitrate: 128_000 }],
  };
  const types = {
    videoDecoders: globalThis.VideoDecoder,
    audioDecoders: globalThis.AudioDecoder,
    videoEncoders: globalThis.VideoEncoder,
    audioEncoders: globalThis.AudioEncoder,
  };
  const isSupported = async (kind, codec) => {
    for (const config of configs[kind](codec)) {
      const answer = await types[kind]?.isConfigSupported(config).catch(() => null);
      if (answer?.supported) {
        return true;
      }
    }
    return false;
  };
  const missing = {};
  for (const kind of Object.keys(types)) {
    missing[kind] = [];
    for (const [name, codec] of Object.entries(questions[kind])) {
      if (!(await isSupported(kind, codec))) {
        missing[kind].push(name);
      }
    }
  }
  return missing;
}

/** Runs in a page: see `features-page.d.mts`. It can use only names that its own body declares. */
export async function readFeatures(questions) {
  const adapter = (await navigator.gpu?.requestAdapter().catch(() => null)) ?? null;
  const { vendor = '', architecture = '', description = '', isFallbackAdapter = false } = adapter?.info ?? {};
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return {
    hasServiceWorker: 'serviceWorker' in navigator,
    hasFileSystem: await Promise.resolve(navigator.storage?.getDirectory?.()).then(Boolean, () => false),
    hasWebCodecs: 'VideoDecoder' in globalThis && 'VideoEncoder' in globalThis,
    hasSimd: WebAssembly.validate(new Uint8Array(questions.simdModule)),
    hasRelaxedSimd: WebAssembly.validate(new Uint8Array(questions.relaxedSimdModule)),
    isIsolated: crossOriginIsolated && typeof SharedArrayBuffer === 'function',
    threads: navigator.hardwareConcurrency,
    gpu: adapter && {
      name: description || [vendor, architecture].filter(Boolean).join(' ') || 'unnamed adapter',
      isFallback: isFallbackAdapter,
    },
    quotaBytes: estimate?.quota ?? null,
  };
}
