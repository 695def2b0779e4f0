import type { ComponentChildren } from 'preact';
import './review-layout.css';

/** A review as the editor: the player, the side panel with all settings, and the timeline below both. */
export function ReviewLayout(props: {
  stage: ComponentChildren;
  /** The content of the side panel, before the settings of the next proposal. */
  side: ComponentChildren;
  settings: ComponentChildren;
  timeline: ComponentChildren;
}) {
  return (
    <div class="review-layout">
      <div class="review-stage">{props.stage}</div>
      {/* The keyboard must be able to reach a scrollable region. */}
      <div class="review-side" role="region" tabIndex={0} aria-label="Settings">
        <div class="stack">
          {props.side}
          {props.settings}
        </div>
      </div>
      <div class="review-time">{props.timeline}</div>
    </div>
  );
}
