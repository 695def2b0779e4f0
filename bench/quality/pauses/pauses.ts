import { cpus } from 'node:os';
import { getCuts, getLevels } from './find.ts';
import { stepAtJoins } from './joins.ts';
import { noises, rate } from './noises.ts';
import { openSilero } from './open-silero.ts';
import { addScores, getF1, scoreSpans, type Score } from './score.ts';
import { detectAtBest } from './silence-detect.ts';
import { listTalks, mix } from './talk.ts';
import { defineCommand, json } from '../../command.ts';
import { median, round } from '../../lib/statistics.ts';
import { printRow, publish, today } from '../../lib/table.ts';

export const pauses = defineCommand({
  about: `Measures how many silences, inserted into talk at known times, the recipe tighten finds, against ffmpeg's silencedetect. It
needs ffmpeg and espeak-ng. It uses a clip of real talk and the voice model of the shared folder, if they exist.`,
  options: { json: json('tighten') },
  run: async (values, { command }) => {
    const talks = listTalks();
    const { rows, speeds, worstStep } = await measure(talks);
    const measured = `${today()}, ${cpus()[0]?.model ?? 'a machine'} with other work on it, in Node`;
    const silences = {
      title: 'Silences found',
      command,
      measured,
      notes: [
        `${talks.length} talks of a minute and more: ${talks.map(({ name }) => name).join('; ')}. Their words are separated where they are 20 dB below their maximum, about where the louder noise hides them, and joined again with silences of 0.6 to 2.6 s. "dB" is the level of the noise below the mean level of the speech.`,
        'Found: a span that shares at least three quarters with the silence. Exact: both edges at most 50 ms off, with padding and kept gap 0. Wrong: a span that is neither a silence nor a pause of the talk itself. Lost: the energy of speech within the removed spans, for the worst talk. silencedetect uses the best threshold for each talk, which a user would have to find.',
      ],
      columns: ['noise', 'dB', 'by', 'silences', 'found', 'exact', 'wrong', 'F1', 'lost'],
      rows,
    };
    const voice = speeds.voice.length > 0 ? [['levels and voice model, times real time', speeds.voice] as const] : [];
    const parts = [
      ['levels, times real time', speeds.level] as const,
      ['cuts from levels, times real time', speeds.cuts] as const,
      ...voice,
    ];
    const joins = {
      title: 'Joins and speed',
      command,
      measured,
      notes: [
        'The first row is the largest step from one sample to the next within 30 ms of a join, over all of the talks above. It is a share of the largest step in the whole audio. Speeds are medians, without decoding.',
      ],
      columns: ['what', 'figure'],
      rows: [
        ['largest step at a join, share of the largest', round(worstStep, 3)],
        ...parts.map(([name, list]) => [name, Math.round(median(list))]),
      ],
    };
    publish(silences, values.json);
    publish(joins, values.json);
  },
});

const ways = ['level alone', 'level and voice model', 'silencedetect at its best'] as const;
type Way = (typeof ways)[number];

/** Speeds of the parts of the recipe, in times real time. */
type Speeds = Readonly<Record<'level' | 'voice' | 'cuts', number[]>>;

async function measure(talks: ReturnType<typeof listTalks>) {
  const voice = await openSilero();
  const rows: (string | number | null)[][] = [];
  const speeds: Speeds = { level: [], voice: [], cuts: [] };
  let worstStep = 0;
  const timed = async <T>(part: keyof Speeds, seconds: number, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const made = await work();
    speeds[part].push((1000 * seconds) / (performance.now() - start));
    return made;
  };
  for (const snrDb of [15, 6]) {
    for (const noise of Object.keys(noises)) {
      const scores = new Map<Way, Score[]>(ways.map((way) => [way, []]));
      for (const talk of talks) {
        const samples = mix(talk, noise, snrDb);
        const seconds = samples.length / rate;
        const levels = await timed('level', seconds, () => getLevels(samples, null));
        const cuts = await timed('cuts', seconds, async () => getCuts(levels, seconds));
        scores.get('level alone')?.push(scoreSpans(talk, cuts));
        worstStep = Math.max(worstStep, await stepAtJoins(samples, cuts));
        if (voice) {
          const heard = await timed('voice', seconds, () => getLevels(samples, voice));
          scores.get('level and voice model')?.push(scoreSpans(talk, getCuts(heard, seconds)));
        }
        scores.get('silencedetect at its best')?.push(detectAtBest(talk, samples));
      }
      for (const [way, list] of scores) {
        if (list.length > 0) {
          rows.push(toRow(noise, snrDb, way, addScores(list)));
          printRow(rows.at(-1) ?? []);
        }
      }
    }
  }
  return { rows, speeds, worstStep };
}

function toRow(noise: string, snrDb: number, way: Way, score: Score): (string | number)[] {
  const { inserted, found, exact, wrong, lostEnergy } = score;
  const percent = (count: number): string => `${((100 * count) / inserted).toFixed(1)} %`;
  const lost = lostEnergy > 0 ? `${(10 * Math.log10(lostEnergy)).toFixed(0)} dB` : 'none';
  return [noise, snrDb, way, inserted, percent(found), percent(exact), wrong, round(getF1(score), 3), lost];
}
