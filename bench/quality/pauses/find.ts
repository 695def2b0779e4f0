import type { VoiceDetector } from '#core/analysis/detection.ts';
import type { SoundLevels } from '#core/analysis/sound-levels.ts';
import { listen } from '#workers/media/analysis/sound-levels/measure-sound.ts';
import { findCuts } from '#recipes/tighten/find-cuts.ts';
import { findSpeech } from '#recipes/tighten/find-speech.ts';
import { Snap } from '#recipes/tighten/snap.ts';
import { rate } from './noises.ts';
import type { Span } from './talk.ts';

/** The settings of the measurement: nothing of a pause is kept. Edges lie on the frames of a clip with 100 frames a second. */
const options = {
  thresholdDb: null,
  minSpeechSeconds: 0.08,
  minSilenceSeconds: 0.5,
  paddingSeconds: 0,
  keepGapSeconds: 0,
  protect: [],
};
const frameRate = 100;
const blockFrames = 1024;

/** Computes the levels of samples with the product's own code. */
export function getLevels(samples: Float32Array<ArrayBuffer>, voice: VoiceDetector | null): Promise<SoundLevels> {
  const source = {
    sampleRate: rate,
    read: async function* () {
      for (let at = 0; at < samples.length; at += blockFrames) {
        const left = samples.subarray(at, at + blockFrames);
        yield { at, sound: { left, right: left } };
      }
    },
    statedSeconds: async () => null,
    close: async () => undefined,
  };
  return listen(source, voice, () => undefined);
}

/** Returns the spans that the recipe would remove. */
export function getCuts(levels: SoundLevels, clipSeconds: number): Span[] {
  const snap = new Snap(null, frameRate, clipSeconds);
  return findCuts(findSpeech(levels, options), levels.voice, { clipSeconds, snap, options });
}
