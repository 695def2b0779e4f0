/** The features that a page or a worker can lack. The Chromium of the tests has all of them. */
export type Feature =
  | 'audio-codecs'
  | 'av1-encoder'
  | 'dropped-handles'
  | 'image-decoder'
  | 'letter-spacing'
  | 'quantizer'
  | 'relaxed-simd'
  | 'request-streams'
  | 'scheduler'
  | 'stream-iteration'
  | 'threads'
  | 'video-alpha'
  | 'writable-files';

/**
 * Removes features from the scope in which it runs. Its text is put into pages and workers, so it refers to nothing
 * outside.
 */
export function switchOff(features: readonly Feature[]): void {
  type Members = Record<PropertyKey, unknown>;
  const scope = globalThis as unknown as Members;
  if ('switchedOff' in scope) {
    return;
  }
  scope['switchedOff'] = features;
  const getPrototype = (name: string): Members => (scope[name] as { prototype: Members } | undefined)?.prototype ?? {};
  const set = (target: object, name: PropertyKey, value: unknown): void =>
    void Object.defineProperty(target, name, { value, configurable: true, writable: true });
  const contexts = ['CanvasRenderingContext2D', 'OffscreenCanvasRenderingContext2D'].map(getPrototype);

  const isEncodable = (isRefused: (config: VideoEncoderConfig) => boolean): void => {
    if ('VideoEncoder' in globalThis) {
      const ask = VideoEncoder.isConfigSupported.bind(VideoEncoder);
      set(VideoEncoder, 'isConfigSupported', async (config: VideoEncoderConfig) =>
        isRefused(config) ? { supported: false, config } : ask(config),
      );
    }
  };

  const removals: Record<Feature, () => void> = {
    'audio-codecs': () => ['AudioEncoder', 'AudioDecoder'].forEach((name) => delete scope[name]),
    'av1-encoder': () => isEncodable(({ codec }) => codec.startsWith('av01')),
    'dropped-handles': () => delete getPrototype('DataTransferItem')['getAsFileSystemHandle'],
    'image-decoder': () => delete scope['ImageDecoder'],
    'letter-spacing': () => contexts.forEach((context) => delete context['letterSpacing']),
    quantizer: () => isEncodable(({ bitrateMode }) => bitrateMode === 'quantizer'),
    'relaxed-simd': () => {
      const { validate, compileStreaming } = WebAssembly;
      // The opcodes 0x100 to 0x113, after the prefix of SIMD.
      const isRelaxed = (bytes: Uint8Array): boolean =>
        bytes.some((byte, at) => byte === 0xfd && ((bytes[at + 1] ?? 0) & 0xe0) === 0x80 && bytes[at + 2] === 2);
      set(WebAssembly, 'validate', (bytes: Uint8Array<ArrayBuffer>) => !isRelaxed(bytes) && validate(bytes));
      set(WebAssembly, 'compileStreaming', async (source: Promise<Response>) =>
        (await source).url.includes('-fused-')
          ? Promise.reject(new WebAssembly.CompileError('relaxed SIMD is switched off'))
          : compileStreaming(source),
      );
    },
    'request-streams': () => {
      const [fetchNow, RequestNow] = [globalThis.fetch, Request];
      const toText = (init?: RequestInit): RequestInit | undefined => {
        const { body, ...others } = init ?? {};
        return body instanceof ReadableStream ? { ...others, body: '[object ReadableStream]' } : init;
      };
      set(globalThis, 'fetch', (input: RequestInfo | URL, init?: RequestInit) => fetchNow(input, toText(init)));
      set(
        globalThis,
        'Request',
        class extends RequestNow {
          constructor(input: RequestInfo | URL, init?: RequestInit) {
            super(input, toText(init));
          }
        },
      );
    },
    scheduler: () => ['scheduler', 'requestIdleCallback', 'cancelIdleCallback'].forEach((name) => delete scope[name]),
    'stream-iteration': () =>
      [Symbol.asyncIterator, 'values'].forEach((name) => delete getPrototype('ReadableStream')[name]),
    threads: () => {
      delete scope['SharedArrayBuffer'];
      set(globalThis, 'crossOriginIsolated', false);
      set(navigator, 'hardwareConcurrency', 1);
    },
    'video-alpha': () => {
      const [context = {}] = contexts;
      const draw = context['drawImage'] as (image: CanvasImageSource, ...box: unknown[]) => void;
      const toOpaque = (video: HTMLVideoElement): OffscreenCanvas => {
        const still = new OffscreenCanvas(video.videoWidth || 1, video.videoHeight || 1);
        still.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
        return still;
      };
      set(context, 'drawImage', function (this: unknown, image: CanvasImageSource, ...box: unknown[]) {
        draw.call(this, image instanceof HTMLVideoElement ? toOpaque(image) : image, ...box);
      });
    },
    'writable-files': () => delete getPrototype('FileSystemFileHandle')['createWritable'],
  };
  features.forEach((feature) => removals[feature]());
}
