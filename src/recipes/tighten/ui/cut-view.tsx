import './tighten.css';
import type { ReviewSession } from './review-session.ts';
import { CutCard } from './cut-card.tsx';
import { CutOverview } from './cut-overview.tsx';
import { CutStage } from './cut-stage.tsx';
import { CutStrip } from './cut-strip.tsx';
import { CutSummary } from './cut-summary.tsx';

/** The cut list over the filmstrip and the waveform of its clip. */
export const CutView = ({ session }: { session: ReviewSession }) => (
  <div class="tighten">
    <div class="tighten-top">
      <CutStage session={session} />
      <CutSummary session={session} />
    </div>
    <div class="tighten-strips">
      <CutOverview session={session} />
      <CutStrip session={session} />
    </div>
    <CutCard session={session} />
  </div>
);
