import { signal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { LaunchProposal } from '../proposal.ts';
import { announce } from '#ui/app/announce.ts';
import { toList, toText, type Json } from '#ui/app/json.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';
import { useDraftPlayer } from '#ui/reviews/any/draft-stage.tsx';
import type { ShownDraft } from '#ui/reviews/any/draft-document.tsx';
import { useTimeline, type Timeline } from '#ui/reviews/any/timeline/timeline.ts';
import type { ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { draftFilm, toTaken, type KnownTake } from './film-draft.ts';
import { getFilmDuration } from './map-edits.ts';

/** The state that the parts of a shot map's review share. */
export type ReviewSession = Pick<ReviewViewProps, 'problems'> & {
  readonly job: JobView;
  readonly map: LaunchProposal;
  /** The map as the recipe would accept it, with its shots fitted into their slots. */
  readonly taken: LaunchProposal;
  readonly takes: readonly KnownTake[];
  /** The edited film, and its player. */
  readonly document: TimelineDocument;
  readonly player: DraftPlayer;
  readonly timeline: Timeline;
  readonly selected: Signal<number>;
  /** Applies a change as one undo step, and announces it. */
  readonly change: (map: LaunchProposal, said: string, gesture?: string) => void;
};

export function useReviewSession(props: ReviewViewProps & { shown: ShownDraft }): ReviewSession {
  const { job, proposal, onProposal, problems, shown } = props;
  const map = readMap(proposal);
  const taken = useMemo(() => toTaken(map, readMap(job.proposal)), [proposal]);
  const takes = useMemo(() => getTakes(job), [keptMaterials.value]);
  const { audioTrack } = job.input;
  const document = useMemo(() => {
    const made = {
      proposal: readMap(job.proposal),
      document: shown.document,
      keepsSpeech: job.input['keepSpeech'] === true,
      audioTrack: typeof audioTrack === 'number' ? audioTrack : undefined,
    };
    return draftFilm(made, taken, takes);
  }, [taken, shown, takes]);
  const player = useDraftPlayer(document, shown.assets);
  const timeline = useTimeline(
    { player, durationSeconds: getFilmDuration(map), frameRate: document.frameRate },
    getFirstSeconds(map),
  );
  const selected = useMemo(() => signal(0), []);
  const change = (next: LaunchProposal, said: string, gesture?: string): void => {
    if (next !== map) {
      onProposal(next, gesture);
      announce(said);
    }
  };
  return { job, map, taken, takes, document, player, selected, timeline, change, problems };
}

/** The minimum width of the shortest shot at first, in pixels. */
const shotPx = 44;

/** Returns the duration at which the shortest shot can be distinguished in the timeline. */
function getFirstSeconds({ slots }: LaunchProposal): number {
  const shortest = Math.min(...slots.map(({ durationSeconds }) => durationSeconds));
  return (innerWidth / shotPx) * shortest;
}

/** Selects a slot, and seeks to it. */
export function select({ selected, player, map }: ReviewSession, index: number): void {
  const slot = map.slots[index];
  if (slot) {
    selected.value = index;
    // A time at which its words are visible.
    player.seek(Math.min(getFilmDuration(map), slot.startSeconds + 0.4 * slot.durationSeconds));
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire: the recipe's schema has checked it
export const readMap = (proposal: unknown): LaunchProposal => proposal as LaunchProposal;

/** Returns the takes by the names that the input uses; the job lists their files in the same order. */
function getTakes({ input, materials }: JobView): KnownTake[] {
  return getNames(input).flatMap((material, index) => {
    const assetId = materials[index];
    const kept = keptMaterials.value?.find((one) => one.material === assetId);
    const size = kept?.width && kept.height ? { width: kept.width, height: kept.height } : {};
    return assetId === undefined ? [] : [{ material, assetId, ...size }];
  });
}

const getNames = (input: Json): string[] =>
  Array.isArray(input['materials']) ? toList(input['materials']).map(toText) : [toText(input['material'])];
