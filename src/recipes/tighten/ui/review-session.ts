import { signal, type Signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import type { DataOf } from '#ui/app/client.ts';
import type { CutList } from '../cut-list.ts';
import { joinIds, type Join } from '../document.ts';
import { plainCanvas } from '#core/timeline/plain-canvas.ts';
import { announce } from '#ui/app/announce.ts';
import { toTimecode } from '#ui/kit/format.ts';
import type { Draft } from '#ui/reviews/any/draft.ts';
import { accept, getRemoved, getRules, showCuts, type CutDraft, type CutRules, type ShownCut } from './cut-draft.ts';
import type { CutFilter } from './cut-filter.ts';
import { CutPlayer } from './cut-player.ts';
import { revealRange, useTimeline, type Timeline } from '#ui/reviews/any/timeline/timeline.ts';

export type Material = DataOf<'listMaterials'>[number];

/** The state that the parts of a cut list's review share. */
export type ReviewSession = {
  readonly list: CutList;
  readonly rules: CutRules;
  readonly draft: Draft<CutDraft>;
  /** The current cuts in order. */
  readonly shown: readonly ShownCut[];
  readonly material: Material;
  /** The audio track that the run uses; undefined for the default one. */
  readonly audioTrack: number | undefined;
  readonly player: CutPlayer;
  readonly timeline: Timeline;
  readonly selected: Signal<string | null>;
  readonly filter: Signal<CutFilter>;
};

/** Creates the review session of a draft. It survives a switch to the table. */
export function useReviewSession(
  job: JobView,
  list: CutList,
  material: Material,
  draft: Draft<CutDraft>,
): ReviewSession {
  const rules = useMemo(
    () => getRules(job.input, list, material.frameRate ?? plainCanvas.frameRate),
    [material.frameRate],
  );
  const shown = useMemo(() => showCuts(draft.value, rules), [draft.value, rules]);
  const state = useMemo(
    () => ({
      selected: signal<string | null>(null),
      filter: signal<CutFilter>('all'),
      player: new CutPlayer(toClip(job, list, material), {
        [material.material]: { url: material.url, mimeType: material.mimeType },
      }),
    }),
    [],
  );
  useLayoutEffect(() => state.player.setRemoved(getRemoved(shown)), [shown]);
  const { player } = state;
  const timeline = useTimeline({ player, durationSeconds: list.beforeSeconds, frameRate: rules.frameRate });
  return { list, rules, draft, shown, material, audioTrack: readTrack(job), timeline, ...state };
}

/** Returns whether the material has audio only. */
export const isSound = ({ kind }: Material): boolean => kind === 'sound';

const readTrack = ({ input: { audioTrack } }: JobView): number | undefined =>
  typeof audioTrack === 'number' ? audioTrack : undefined;

const toClip = (job: JobView, { beforeSeconds }: CutList, material: Material) => ({
  title: material.name,
  kind: isSound(material) ? ('sound' as const) : ('video' as const),
  assetId: material.material,
  width: material.width ?? plainCanvas.width,
  height: material.height ?? plainCanvas.height,
  frameRate: material.frameRate ?? plainCanvas.frameRate,
  clipSeconds: beforeSeconds,
  joins: joinIds.find((one): one is Join => one === job.input['joins']) ?? 'cut',
  audioTrack: readTrack(job),
});

/** Turns a cut on or off, and announces it. */
export function toggle({ draft }: ReviewSession, cut: ShownCut): void {
  draft.change(accept(draft.value, new Set([cut.id]), !cut.isAccepted));
  announce(`${cut.isAccepted ? 'Restored' : 'Cut'} at ${toTimecode(cut.startSeconds)}.`);
}

/** Selects a cut and scrolls it into view. */
export function select({ timeline, selected }: ReviewSession, cut: ShownCut): void {
  selected.value = cut.id;
  revealRange(timeline, cut.startSeconds, cut.endSeconds);
}
