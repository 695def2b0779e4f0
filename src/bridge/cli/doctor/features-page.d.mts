/** The codec strings to check, by name. */
export type CodecNames = Readonly<Record<string, string>>;

export type FeatureQuestions = {
  readonly videoDecoders: CodecNames;
  readonly audioDecoders: CodecNames;
  readonly videoEncoders: CodecNames;
  readonly audioEncoders: CodecNames;
  /** Modules that only WebAssembly with SIMD, and with relaxed SIMD, accepts. */
  readonly simdModule: readonly number[];
  readonly relaxedSimdModule: readonly number[];
};

export type BrowserFeatures = {
  readonly hasServiceWorker: boolean;
  /** Whether the origin private file system can be used. */
  readonly hasFileSystem: boolean;
  readonly hasWebCodecs: boolean;
  readonly hasSimd: boolean;
  readonly hasRelaxedSimd: boolean;
  /** Whether pages can share memory between threads. */
  readonly isIsolated: boolean;
  readonly threads: number;
  /** The adapter of WebGPU; null without one. `isFallback` is true for one that computes on the CPU. */
  readonly gpu: { readonly name: string; readonly isFallback: boolean } | null;
  /** The maximum size of the files of a site; null if unknown. */
  readonly quotaBytes: number | null;
  /** The names of the codecs that the browser does not have. */
  readonly missing: Readonly<
    Record<'videoDecoders' | 'audioDecoders' | 'videoEncoders' | 'audioEncoders', readonly string[]>
  >;
};

/** Reads the features of a browser. Runs in a page, so it uses only names that its own body declares. */
export function readFeatures(questions: FeatureQuestions): Promise<BrowserFeatures>;
