import { soundRate } from '#core/protocol/preview.ts';
// oxlint-disable-next-line no-restricted-imports, import/default -- an address, and no code
import soundAddress from '#workers/preview/sound.worklet.ts?worker&url';

/** A browser that lets a page play no sound before it is clicked does not say so, but only waits. */
const maxWaitMs = 500;

/** Where the sound of a preview is played. */
export type Loudspeaker = {
  /**
   * Opens it if need be, and tells whether it plays. It tells once more if it did not and does later, once the browser lets it; not
   * after it was started again.
   */
  start(tell: (isAudible: boolean) => void): Promise<void>;
  close(): void;
};

/** A loudspeaker that plays the blocks that come over `line`. */
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
          // Without a loudspeaker the pictures play all the same.
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
