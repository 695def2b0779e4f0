type CodecKind = 'videoDecoders' | 'audioDecoders' | 'videoEncoders' | 'audioEncoders';

/** The codec strings to check, by name. */
export type CodecQuestions = Readonly<Record<CodecKind, Readonly<Record<string, string>>>>;

/** The names of the codecs that a browser does not have. */
export type MissingCodecs = Readonly<Record<CodecKind, readonly string[]>>;

export type ModuleQuestions = {
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
};

/** Reads the features of a browser. Runs in a page, so it uses only names that its own body declares. */
export function readFeatures(questions: ModuleQuestions): Promise<BrowserFeatures>;

/** Asks a browser for each codec. Runs in a page, so it uses only names that its own body declares. */
export function listMissingCodecs(questions: CodecQuestions): Promise<MissingCodecs>;
