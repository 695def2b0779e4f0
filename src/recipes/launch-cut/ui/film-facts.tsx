import { toPercent, toTimecode } from '#ui/kit/format.ts';
import type { ReviewSession } from './review-session.ts';
import { getFilmDuration } from './map-edits.ts';

/** The facts about a film: its duration, its shots, and the analysis of its music. */
export function FilmFacts({ session: { map } }: { session: ReviewSession }) {
  const { slots, bpm, tempoAlternates, confidence, music, musicStartSeconds, dropSeconds } = map;
  const locked = slots.filter(({ isLocked }) => isLocked).length;
  const facts: readonly (readonly [string, string])[] = [
    ['Length', toTimecode(getFilmDuration(map))],
    ['Shots', `${slots.length}${locked > 0 ? `, ${locked} locked` : ''}`],
    ['Tempo', `${toTempo(bpm)} beats/min`],
    ...(tempoAlternates.length > 0 ? [['Alternative tempos', tempoAlternates.map(toTempo).join(' or ')] as const] : []),
    ...(confidence !== undefined && music === 'given' ? [['Beat confidence', toPercent(confidence)] as const] : []),
    ['Music', music === 'made' ? 'composed for the film' : `yours, from ${toTimecode(musicStartSeconds)}`],
    ['Drop', toTimecode(dropSeconds)],
  ];
  return (
    <dl class="facts num">
      {facts.map(([name, fact]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{fact}</dd>
        </>
      ))}
    </dl>
  );
}

const toTempo = (bpm: number): string => String(Math.round(bpm * 10) / 10);
