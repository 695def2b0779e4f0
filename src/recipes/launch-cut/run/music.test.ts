import { describe, expect, it } from 'vitest';
import type { BeatDetector } from '#core/protocol/media-ports.ts';
import type { NoRhythm, Rhythm } from '#core/analysis/rhythm.ts';
import { findRhythm } from '#workers/media/analysis/beats/find-rhythm.ts';
import { OnsetListener } from '#workers/media/analysis/beats/onset-curves.ts';
import { testMaterial } from '../../../../test/support/rows.ts';
import { createRunContext } from '../../../../test/support/run-context.ts';
import { changingTempo, makeRhythm } from '../../../../test/support/rhythms.ts';
import { noise } from '../../../../test/support/sounds.ts';
import { launchCut } from '../recipe.ts';
import { layFilmMusic, type LaidMusic } from './music.ts';

function analyse(samples: Float32Array, bpm: number | null): Rhythm | NoRhythm {
  const listener = new OnsetListener(48_000);
  listener.add(samples);
  return findRhythm(listener.finish(), bpm);
}

/** Places music under a film of 15 s. The media runner analyzes these samples for any file. */
function lay(samples: Float32Array, bpm: number | null = null): Promise<LaidMusic> {
  const assets = ['take', 'song'].map((id) => ({
    ...testMaterial,
    id,
    file: id,
    name: `${id}.wav`,
    mimeType: 'audio/wav',
  }));
  const media: BeatDetector = { rhythm: async () => analyse(samples, bpm) };
  const context = createRunContext({ runners: { media }, materials: assets });
  return layFilmMusic(context, launchCut.input.parse({ materials: ['take'], music: 'song', targetSeconds: 15, bpm }));
}

const random = new Float32Array(48_000 * 30).map(noise());

describe('the music of a film', () => {
  it('has no warning for a steady tempo', async () => {
    const { warnings, confidence } = await lay(makeRhythm('house', 120, 30).samples);
    expect(warnings).toEqual([]);
    expect(confidence).toBeGreaterThan(0.9);
  });

  it('has a warning for a changing tempo, and the film follows its beats', async () => {
    const made = makeRhythm('house', 140, 30, { getTime: changingTempo(140, 110, 30) });
    const { warnings, film } = await lay(made.samples);
    expect(warnings).toEqual([
      expect.stringMatching(/^The tempo of the music changes between 11\d and 13\d beats per minute/),
    ]);
    const late = film.beats.map((beat) =>
      Math.min(...made.beats.map((other) => Math.abs(other - beat - film.musicStartSeconds))),
    );
    expect(Math.max(...late)).toBeLessThan(0.05);
  });

  it('has a warning without beats, unless its tempo is given', async () => {
    expect((await lay(random)).warnings).toEqual([expect.stringContaining('no clear beat')]);
    expect((await lay(random, 120)).warnings).toEqual([]);
  });

  it('is refused with a specific message if it is silent or too short', async () => {
    await expect(lay(new Float32Array(48_000))).rejects.toMatchObject({
      code: 'NO_AUDIO',
      message: expect.stringContaining('"song.wav", is silent'),
    });
    await expect(lay(makeRhythm('rock', 120, 2).samples.slice(14_000, 28_000))).rejects.toMatchObject({
      code: 'NO_AUDIO',
      message: expect.stringContaining('"song.wav", is too short'),
    });
  });
});
