import type { Proposal } from '../recipe.ts';
import { toPercent } from '#ui/kit/format.ts';
import { toList, toRecord, type Json } from '#ui/app/json.ts';
import { Still } from '#ui/reviews/any/still.tsx';
import type { Edited } from './edited.ts';

type Offered = Proposal['alternates'][number];

/** Returns the proposed position and its alternates. */
export function readPlaces(proposal: Json): Offered[] {
  const places = [proposal, ...toList(proposal['alternates'])].map(toRecord);
  return places.filter(
    (place): place is Json & Offered =>
      typeof place['text'] === 'string' &&
      ['x', 'y', 'sizePx', 'letterSpacing'].every((name) => typeof place[name] === 'number') &&
      typeof toRecord(place['coveredShare'])['mean'] === 'number',
  );
}

/** A choice of positions, each as a small image. */
export function Places(props: {
  places: readonly Offered[];
  edited: Edited;
  material: string;
  atSeconds: number;
  picture: { readonly width: number; readonly height: number };
  /** The width of the widest line at the first position. */
  widthPx: number;
  onChoose: (place: Pick<Edited, 'text' | 'x' | 'y' | 'sizePx' | 'letterSpacing'>) => void;
}) {
  const { places, edited, material, atSeconds, picture, widthPx, onChoose } = props;
  const [first] = places;
  return first === undefined || places.length < 2 ? null : (
    <section class="stack stack-tight" aria-labelledby="places">
      <h3 id="places">Suggested positions</h3>
      <ul class="places">
        {places.map((place, index) => {
          const { text, x, y, sizePx, letterSpacing, coveredShare } = place;
          const isTaken = edited.x === x && edited.y === y && edited.sizePx === sizePx;
          const name = index === 0 ? 'Proposed position' : `Position ${index + 1}`;
          return (
            <li key={name}>
              <button
                type="button"
                class="still"
                aria-pressed={isTaken}
                onClick={() => onChoose({ text, x, y, sizePx, letterSpacing })}
              >
                <span class="place-picture">
                  <Still {...{ material, atSeconds }} widthPx={240} shape={picture.width / picture.height} alt="" />
                  <Sketch
                    place={place}
                    fill={edited.fill}
                    picture={picture}
                    widthPx={getWidth(place, first, widthPx)}
                  />
                </span>
                <span class="num small soft">
                  <span class="hidden-text">{name}, </span>
                  {toPercent(coveredShare.mean)} behind
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Estimates the width of the widest line at a position from the known width at another one. */
function getWidth(place: Offered, known: Offered, knownPx: number): number {
  const emsOfLetter = knownPx / known.sizePx / getLongest(known) + place.letterSpacing - known.letterSpacing;
  return emsOfLetter * getLongest(place) * place.sizePx;
}

const getLongest = ({ text }: Offered): number => Math.max(1, ...text.split('\n').map(({ length }) => length));

/** A sketch of the text at a position, in a font of the page. */
function Sketch(props: {
  place: Offered;
  fill: string;
  picture: { width: number; height: number };
  /** The width of the widest line. */
  widthPx: number;
}) {
  const { place, fill, picture, widthPx } = props;
  const lines = place.text.split('\n');
  const longest = getLongest(place);
  return (
    <svg class="place-sketch" viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
      {lines.map((line, index) => (
        <text
          key={index}
          x={place.x}
          y={place.y + (index - (lines.length - 1) / 2) * 1.08 * place.sizePx}
          fill={fill}
          font-size={place.sizePx * 0.86}
          letter-spacing={place.letterSpacing * place.sizePx}
          textLength={(widthPx * line.length) / longest}
          lengthAdjust="spacingAndGlyphs"
          text-anchor="middle"
          dominant-baseline="central"
        >
          {line}
        </text>
      ))}
    </svg>
  );
}
