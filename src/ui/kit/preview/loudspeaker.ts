import { soundRate } from '#core/protocol/preview.ts';
// oxlint-disable-next-line no-restricted-imports, import/default -- an address, and no code
import soundAddress from '#workers/preview/sound.worklet.ts?worker&url';

/** A browser that blocks audio before the first click does not report this, but keeps the promise pending. */
const maxWaitMs = 500;

/** The audio output of a preview. */
export type Loudspeaker = {
  /**
   * Opens the output if needed, and reports whether it plays. It reports again if the browser unblocks it later, unless it
   * was started again.
   */
  start(tell: (isAudible: boolean) => void): Promise<void>;
  /** Returns the peaks of the left and right channel during the last 43 ms, from 0 to 1 for full scale, or more when clipped. */
  readonly readPeaks: () => readonly [number, number];
  close(): void;
};

/** Creates an audio output that plays the blocks received over `line`. */
export function createLoudspeaker(line: MessagePort): Loudspeaker {
  let opening: Promise<AudioContext> | null = null;
  let analysers: readonly AnalyserNode[] = [];
  let starts = 0;
  return {
    start: async (tell) => {
      starts += 1;
      const own = starts;
      opening ??= open(line, (opened) => (analysers = opened));
      const isRunning = opening
        .then((context) => context.resume())
        .then(
          () => true,
          // Without an audio output the video still plays.
          () => false,
        );
      const isAudible = await Promise.race([isRunning, wait(maxWaitMs)]);
      tell(isAudible ?? false);
      if (isAudible === null && (await isRunning) && own === starts) {
        tell(true);
      }
    },
    readPeaks: () => {
      const [left = 0, right = 0] = analysers.map(readPeak);
      return [left, right];
    },
    close: () => {
      starts += 1;
      void opening?.then((context) => context.close()).catch(() => undefined);
    },
  };
}

const wait = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms);
  });

/** The number of samples of a peak: 43 ms at 48 kHz, more than two frames of the screen. */
const peakSamples = 2048;
const samples = new Float32Array(peakSamples);

function readPeak(analyser: AnalyserNode): number {
  analyser.getFloatTimeDomainData(samples);
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

async function open(
  line: MessagePort,
  onAnalysers: (analysers: readonly AnalyserNode[]) => void,
): Promise<AudioContext> {
  const context = new AudioContext({ sampleRate: soundRate, latencyHint: 'interactive' });
  await context.audioWorklet.addModule(soundAddress);
  const node = new AudioWorkletNode(context, 'preview-sound', { numberOfInputs: 0, outputChannelCount: [2] });
  node.port.postMessage(line, [line]);
  node.connect(context.destination);
  const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
  node.connect(splitter);
  const analysers = [0, 1].map((channel) => {
    const analyser = new AnalyserNode(context, { fftSize: peakSamples });
    splitter.connect(analyser, channel);
    return analyser;
  });
  onAnalysers(analysers);
  return context;
}
