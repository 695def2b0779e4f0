import { findSpeech } from '../src/recipes/tighten/find-speech.ts';
import { levelSeconds } from '#core/analysis/sound-levels.ts';
import { listen } from '#workers/media/analysis/sound-levels/measure-sound.ts';
import { rate } from './tighten/noises.ts';
import { listTalks, mix } from './tighten/talk.ts';
import { addScores, f1Of, scoreSpans } from './tighten/score.ts';
import { openSilero } from './tighten/open-silero.ts';
import { detectAtBest } from './tighten/silence-detect.ts';
const talks = listTalks();
const voice = process.argv.includes('--voice') ? await openSilero() : null;
const skip = process.argv.includes('--quick');
for (const snr of [15, 6])
  for (const noise of ['room noise', 'a fan', 'soft music']) {
    const ours = [],
      theirs = [];
    for (const talk of talks) {
      const s = mix(talk, noise, snr);
      const src = {
        sampleRate: rate,
        read: async function* () {
          for (let at = 0; at < s.length; at += 1024) {
            const l = s.subarray(at, at + 1024);
            yield { at, sound: { left: l, right: l } };
          }
        },
        close: async () => undefined,
      };
      const t0 = performance.now();
      const levels = await listen(src as never, voice, () => undefined);
      const t1 = performance.now();
      const sp = findSpeech(levels, { thresholdDb: null, minSpeechSeconds: 0.08 });
      const t2 = performance.now();
      const edges = [0, ...sp.ranges.flatMap((r) => [r.from, r.to]), levels.wide.length];
      const spans = [];
      for (let i = 0; i < edges.length; i += 2) {
        const a = edges[i]! * levelSeconds,
          b = edges[i + 1]! * levelSeconds;
        if (b - a >= 0.5) spans.push({ startSeconds: a, endSeconds: b });
      }
      const sc = scoreSpans(talk, spans);
      ours.push(sc);
      if (process.argv.includes('-v'))
        console.log(
          '   ',
          talk.name,
          (s.length / rate).toFixed(0),
          JSON.stringify(sc),
          'floor',
          sp.noiseFloorDb,
          'thr',
          sp.thresholdDb,
          'x',
          (s.length / rate / ((t1 - t0) / 1000)).toFixed(0),
          (t2 - t1).toFixed(0) + 'ms',
        );
      if (!skip) theirs.push(detectAtBest(talk, s));
    }
    const a = addScores(ours);
    console.log(
      snr,
      noise,
      JSON.stringify(a),
      f1Of(a).toFixed(3),
      ...(skip ? [] : [JSON.stringify(addScores(theirs)), f1Of(addScores(theirs)).toFixed(3)]),
    );
  }
