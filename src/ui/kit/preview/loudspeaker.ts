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
  close(): void;
};

/** Creates an audio output that plays the blocks received over `line`. */
export function createLoudspeaker(line: MessagePort): Loudspeaker {
  let opening: Promise<AudioContext> | null = null;
  let starts = 0;
  return {
    start: async (tell) => {
      starts += 1;
      const own = starts;
      opening ??= open(line);
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

async function open(line: MessagePort): Promise<AudioContext> {
  const context = new AudioContext({ sampleRate: soundRate, latencyHint: 'interactive' });
  await context.audioWorklet.addModule(soundAddress);
  const node = new AudioWorkletNode(context, 'preview-sound', { numberOfInputs: 0, outputChannelCount: [2] });
  node.port.postMessage(line, [line]);
  node.connect(context.destination);
  return context;
}
