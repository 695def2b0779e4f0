import { useLayoutEffect, useRef } from 'preact/hooks';
import { useEditor } from '../editor.ts';
import { noteTourDone } from './tour-done.ts';
import './tour.css';

/** A step of the tour: what it shows, and the element that it is about. */
const steps = [
  {
    target: '.editor-left, [data-pane=materials]',
    title: 'Media',
    text: 'Add videos, images and audio here, then drag them to the timeline. Your files stay in this browser.',
  },
  {
    target: '.editor-timeline',
    title: 'Timeline',
    text: 'Drag clips to move them, and their edges to trim them. S splits at the playhead, and Delete removes.',
  },
  {
    target: '.stage-view',
    title: 'Preview',
    text: 'Click an item to move, resize or rotate it. Double-click a text to edit it.',
  },
  {
    target: '.stage-bar',
    title: 'Playback',
    text: 'Space plays and pauses. The arrow keys step by one frame, and I and O set the in and out points.',
  },
  {
    target: '.editor-right, [data-pane=properties]',
    title: 'Properties',
    text: 'Text, color, volume, speed and motion of the selection. Diamonds add keyframes.',
  },
  {
    target: '.export-bar',
    title: 'Export',
    text: 'Save a video, a GIF, or a timeline for another editor. Press ? at any time for all keyboard shortcuts.',
  },
] as const;

const gapPx = 12;

/** Shows one step of the tour next to its element. Escape skips the rest. */
export function Tour({ step }: { step: number }) {
  const { layout } = useEditor();
  const card = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const shown = steps[step];
  const go = (next: number | null): void => {
    layout.tourStep.value = next;
    if (next === null) {
      noteTourDone();
    }
  };
  useLayoutEffect(() => {
    const place = (): void =>
      void (shown && card.current && ring.current && placeCard(shown.target, card.current, ring.current));
    place();
    card.current?.querySelector<HTMLElement>('.button-primary')?.focus({ preventScroll: true });
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [step]);
  return shown ? (
    <>
      <div ref={ring} class="tour-ring" aria-hidden="true" />
      <div
        ref={card}
        class="tour-card stack stack-tight"
        role="dialog"
        aria-label={`Tour, step ${step + 1} of ${steps.length}: ${shown.title}`}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') {
            go(null);
          }
        }}
      >
        <h2>{shown.title}</h2>
        <p>{shown.text}</p>
        <Buttons step={step} go={go} />
      </div>
    </>
  ) : null;
}

function Buttons({ step, go }: { step: number; go: (next: number | null) => void }) {
  const isLast = step === steps.length - 1;
  return (
    <div class="row row-apart">
      <span class="soft small num">
        {step + 1} of {steps.length}
      </span>
      <span class="row">
        {!isLast && (
          <button type="button" class="button button-quiet" onClick={() => go(null)}>
            Skip
          </button>
        )}
        {step > 0 && (
          <button type="button" class="button button-quiet" onClick={() => go(step - 1)}>
            Back
          </button>
        )}
        <button type="button" class="button button-primary" onClick={() => go(isLast ? null : step + 1)}>
          {isLast ? 'Done' : 'Next'}
        </button>
      </span>
    </div>
  );
}

/** Places the card next to the element, within the window; without the element, in the middle. */
function placeCard(target: string, card: HTMLElement, ring: HTMLElement): void {
  const rect =
    document.querySelector(target)?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
  const { offsetWidth: width, offsetHeight: height } = card;
  Object.assign(ring.style, {
    left: `${rect.left}px`,
    top: `${rect.top}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
  });
  const places = [
    { left: rect.right + gapPx, top: rect.top },
    { left: rect.left - width - gapPx, top: rect.top },
    { left: rect.left + (rect.width - width) / 2, top: rect.top - height - gapPx },
    { left: rect.left + (rect.width - width) / 2, top: rect.bottom + gapPx },
  ];
  const fits = places.find(
    ({ left, top }) => left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight,
  );
  const { left, top } = fits ?? { left: (innerWidth - width) / 2, top: rect.top + rect.height / 2 - height / 2 };
  Object.assign(card.style, {
    left: `${clamp(left, innerWidth - width)}px`,
    top: `${clamp(top, innerHeight - height)}px`,
  });
}

const clamp = (value: number, most: number): number => Math.max(gapPx, Math.min(most - gapPx, value));
