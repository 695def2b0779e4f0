import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Segments } from '../parts/segments.tsx';
import { Backdrops } from './backdrops.tsx';
import type { Comparison } from './comparison.ts';
import { toInitialView, type ViewState } from './view-state.ts';
import { Player } from './player.ts';
import { showsAlpha } from './shows-alpha.ts';
import { Stage } from './stage.tsx';
import { Transport } from './transport.tsx';
import { ViewerSkeleton } from './viewer-skeleton.tsx';

/** A player that compares the source with its cutout: divider, backdrops, matte, frame steps and zoom. */
export function Viewer({ comparison }: { comparison: Comparison }) {
  const frame = useSignal(0);
  const [player, setPlayer] = useState<Player | null>(null);
  const [state, setState] = useState<ViewState>(() => toInitialView(comparison.sourceUrl !== null));
  const [isOpaque, setOpaque] = useState(false);
  useEffect(() => void showsAlpha().then((isShown) => setOpaque(!isShown)), []);
  useEffect(() => {
    const created = new Player(comparison, () => (frame.value += 1));
    setPlayer(created);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      created.play();
    }
    return () => created.close();
  }, [comparison.resultUrl, comparison.sourceUrl]);
  const change = (part: Partial<ViewState>): void => setState((before) => ({ ...before, ...part }));
  if (!player) {
    return <ViewerSkeleton shape={comparison.width / comparison.height} />;
  }
  return (
    <section class="viewer" aria-label="Result">
      <Stage player={player} comparison={comparison} frame={frame} state={state} onChange={change} />
      <Transport player={player} comparison={comparison} state={state} onChange={change} />
      <div class="row row-apart viewer-looks">
        <Segments
          label="View"
          isLabelHidden
          value={state.view}
          options={[
            { value: 'cut-out', label: 'Cut-out' },
            { value: 'matte', label: 'Matte' },
          ]}
          onChoose={(view) => change({ view })}
        />
        <Backdrops
          backdrop={state.backdrop}
          isDisabled={state.view === 'matte'}
          onChange={(backdrop) => change({ backdrop })}
        />
      </div>
      {isOpaque && (
        <p class="note" role="status">
          This browser cannot show transparency in WebM videos. Open the file in the editor to see the cutout.
        </p>
      )}
      {comparison.sourceUrl === null && (
        <p class="soft small">The source is no longer available, so there is no comparison.</p>
      )}
    </section>
  );
}
