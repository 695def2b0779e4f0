/** The fault of an encoder that claims to support a configuration. */
export type EncoderFault = 'refuses' | 'hangs' | 'fails late' | 'stops late' | 'leaves out frames';

/** The number of frames that an encoder accepts before it shows its fault. */
const goodFrames = 100;
/** The factor by which time limits are shortened. */
const haste = 10;

/** Gives this worker an H.264 encoder with a fault. */
export function breakAvcEncoder(fault: EncoderFault): void {
  if (fault === 'hangs' || fault === 'stops late') {
    hasten();
  }
  globalThis.VideoEncoder = class extends VideoEncoder {
    readonly #init: VideoEncoderInit;
    #isAvc = false;
    #count = 0;

    constructor(init: VideoEncoderInit) {
      super(init);
      this.#init = init;
    }

    override configure(config: VideoEncoderConfig): void {
      this.#isAvc = config.codec.startsWith('avc1');
      super.configure(config);
    }

    override get encodeQueueSize(): number {
      return this.#isBroken && fault === 'stops late' ? 100 : super.encodeQueueSize;
    }

    override encode(frame: VideoFrame, options?: VideoEncoderEncodeOptions): void {
      this.#count += 1;
      if (this.#isBroken && (fault === 'refuses' || fault === 'fails late')) {
        queueMicrotask(() => this.#init.error(new DOMException('a device was lost.', 'EncodingError')));
      }
      const isLeftOut = fault === 'leaves out frames' && this.#count !== goodFrames + 1;
      if (!this.#isBroken || isLeftOut) {
        super.encode(frame, options);
      }
    }

    override flush(): Promise<void> {
      return this.#isBroken && fault === 'hangs' ? new Promise(() => undefined) : super.flush();
    }

    get #isBroken(): boolean {
      return this.#isAvc && (fault === 'refuses' || fault === 'hangs' || this.#count > goodFrames);
    }
  };
}

function hasten(): void {
  const [wait, repeat] = [globalThis.setTimeout, globalThis.setInterval];
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms: number) => wait(run, ms / haste),
    setInterval: (run: () => void, ms: number) => repeat(run, ms / haste),
  });
}
