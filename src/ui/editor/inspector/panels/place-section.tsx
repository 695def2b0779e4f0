import { computed, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { isVisual } from '#core/timeline/schedule.ts';
import { useEditor } from '../../editor.ts';
import { useAnimated, type Bound } from '../controls/bound.ts';
import { NumberField, SmallNumber } from '../controls/number-field.tsx';
import { Row } from '../controls/row.tsx';
import { Section } from '../controls/section.tsx';
import { useStable, useSubject, useThose } from '../subject.ts';
import { inDegrees, inLengths, inPixels } from '../values/notation.ts';
import { fitEdits, sizeEdits } from '../values/place.ts';

/**
 * Whether the aspect ratio is locked; null until the user chooses. The default is locked for videos and images, and unlocked for
 * others.
 */
const linked = signal<boolean | null>(null);

/** The position and the size of the items. */
export function PlaceSection() {
  const { document } = useEditor();
  const canvas = useStable(() => ({ width: document.value.width, height: document.value.height }));
  const { width, height } = canvas.value;
  return (
    <Section title="Position and size">
      <Row name="Position" keys={['x', 'y']} label={<span class="prop-label">Position</span>}>
        <SmallNumber label="X" short="X" bound={useAnimated('x')} notation={inPixels} initial={width / 2} />
        <SmallNumber label="Y" short="Y" bound={useAnimated('y')} notation={inPixels} initial={height / 2} />
      </Row>
      <SizeRow />
      <NumberField
        label="Rotation"
        bound={useAnimated('rotation')}
        notation={inDegrees}
        initial={0}
        keys={['rotation']}
        slider={{ least: -180, most: 180 }}
      />
      <FitButtons />
    </Section>
  );
}

function SizeRow() {
  const { items } = useSubject();
  const isLinked = useMemo(
    () => computed(() => linked.value ?? items.value.every(({ type }) => type === 'video' || type === 'picture')),
    [items],
  );
  const width = useSide('width', isLinked);
  const height = useSide('height', isLinked);
  return (
    <Row name="Size" keys={['width', 'height']} label={<span class="prop-label">Size</span>}>
      <SmallNumber label="Width" short="W" bound={width} notation={inLengths} />
      <button
        type="button"
        class="key link-sides"
        aria-label="Lock aspect ratio"
        aria-pressed={isLinked.value}
        title="Lock aspect ratio"
        onClick={() => (linked.value = !isLinked.value)}
      >
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path
            d={
              isLinked.value
                ? 'M5 3.5H3.5a2.5 2.5 0 0 0 0 5H5M7 3.5h1.5a2.5 2.5 0 0 1 0 5H7M4 6h4'
                : 'M4 3.5h-.5a2.5 2.5 0 0 0 0 5H4M8 3.5h.5a2.5 2.5 0 0 1 0 5H8'
            }
          />
        </svg>
      </button>
      <SmallNumber label="Height" short="H" bound={height} notation={inLengths} />
    </Row>
  );
}

function useSide(side: 'width' | 'height', isLinked: { readonly value: boolean }): Bound<number> {
  const { value } = useAnimated(side);
  const those = useThose(isVisual);
  const { moment } = useSubject();
  return useMemo(
    () => ({
      value,
      toEdits: (change) => sizeEdits(those.targets(), side, change, { isLinked: isLinked.value, ...moment() }),
    }),
    [value, those, isLinked],
  );
}

function FitButtons() {
  const { document, apply } = useEditor();
  const those = useThose(isVisual);
  const { moment } = useSubject();
  const fit = (how: Parameters<typeof fitEdits>[2], label: string) => (): void => {
    const edits = fitEdits(those.targets(), document.peek(), how, moment());
    if (edits.length > 0) {
      apply(edits, label);
    }
  };
  return (
    <div class="prop-buttons" role="group" aria-label="Place on canvas">
      <button type="button" class="button button-small" onClick={fit('whole', 'Fit to canvas')}>
        Fit
      </button>
      <button type="button" class="button button-small" onClick={fit('cover', 'Fill canvas')}>
        Fill
      </button>
      <button type="button" class="button button-small" onClick={fit('middle', 'Center on canvas')}>
        Center
      </button>
    </div>
  );
}
