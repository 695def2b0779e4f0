import './tighten.css';
import type { Bench } from './bench.ts';
import { CutCard } from './cut-card.tsx';
import { CutOverview } from './cut-overview.tsx';
import { CutStage } from './cut-stage.tsx';
import { CutStrip } from './cut-strip.tsx';
import { CutSummary } from './cut-summary.tsx';

/** The cut list on the picture and the sound of its clip. */
export const CutView = ({ bench }: { bench: Bench }) => (
  <div class="tighten">
    <div class="tighten-top">
      <CutStage bench={bench} />
      <CutSummary bench={bench} />
    </div>
    <div class="tighten-strips">
      <CutOverview bench={bench} />
      <CutStrip bench={bench} />
    </div>
    <CutCard bench={bench} />
  </div>
);
