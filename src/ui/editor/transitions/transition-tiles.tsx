import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import './transitions.css';
import type { Item } from '#core/timeline/document.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { findTiles, getKey, tileCache } from '#ui/kit/strips/tile-pictures.ts';
import { tilesFirst } from '#ui/kit/strips/tiles.ts';
import { useStrip } from '#ui/kit/strips/use-strip.ts';
import type { Cut } from './cuts.ts';
import { transitionTypes, type Transition } from './transition-types.ts';

/** A kind of transition, or none. */
export type TransitionChoice = Transition['type'] | 'none';

/**
 * The transitions as tiles, each with a preview between the two frames of a cut, or between two plain cards without one. The
 * chosen and the hovered preview move; all of them without a pointer that hovers.
 */
export function TransitionTiles(props: {
  /** Null if the items differ. */
  chosen: TransitionChoice | null;
  choose: (type: TransitionChoice) => void;
  cut: Cut | null;
  /** Whether the chosen tile receives the focus when it is rendered. */
  isFocusWanted?: boolean;
}) {
  const { chosen, choose, cut, isFocusWanted = false } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  // The library and the properties may show the tiles at the same time.
  const name = useId();
  useLayoutEffect(() => {
    if (isFocusWanted) {
      group.current?.querySelector<HTMLElement>('input:checked')?.focus();
    }
  }, [isFocusWanted]);
  return (
    <fieldset class="transition-tiles" ref={group}>
      <legend class="hidden-text">Transition</legend>
      {[{ type: 'none', name: 'None' } as const, ...transitionTypes].map(({ type, name: label }) => (
        <label key={type} class="transition-tile">
          <input
            type="radio"
            name={name}
            value={type}
            checked={type === chosen}
            onChange={() => choose(type)}
            onClick={() => type === chosen && choose(type)}
          />
          <span class="transition-preview" data-type={type} aria-hidden="true">
            {type === 'none' ? (
              <svg viewBox="0 0 16 16">
                <path d="M3.5 8a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M5 11l6-6" />
              </svg>
            ) : (
              <>
                <Frame side="before" item={cut?.before} />
                <Frame side="after" item={cut?.after} />
              </>
            )}
          </span>
          <span class="transition-name">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The size for which a frame is requested, in pixels. */
const framePx = { left: 0, width: 96, height: 54 };

/** The last frame of an item, or the first one: the nearest thumbnail of its file. */
function Frame({ side, item }: { side: 'before' | 'after'; item: Item | undefined }) {
  const assetId = item && 'assetId' in item ? item.assetId : null;
  const seconds = item ? getSourceSeconds(item, side === 'before' ? getEnd(item) : item.startSeconds) : 0;
  const paint = useStrip({
    box: framePx,
    keep: tileCache,
    keysFor: () => (assetId === null ? [] : [getKey(assetId, tilesFirst)]),
    paint: ({ style }) => {
      const tiles = assetId === null ? null : findTiles(assetId, tilesFirst);
      const step = tiles?.stepSeconds ?? 0;
      const index = step === 0 ? 0 : Math.min((tiles?.count ?? 1) - 1, Math.max(0, Math.floor(seconds / step)));
      style.backgroundImage = tiles ? `url(${tiles.urls[index]})` : '';
    },
  });
  return <span class={`transition-frame transition-${side}`} ref={paint} />;
}

const getSourceSeconds = (item: Item, seconds: number): number =>
  item.type === 'video' ? item.sourceStartSeconds + (seconds - item.startSeconds) * item.speed : 0;
