import { useComputed } from '@preact/signals';
import type { Item, ItemOf } from '#core/timeline/document.ts';
import { useIsOn, useMember, useProperty } from '../controls/bound.ts';
import { SegmentsField } from '../controls/choice-field.tsx';
import { ColorField } from '../controls/color-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { OptionalGroup } from '../controls/optional-group.tsx';
import { Section } from '../controls/section.tsx';
import { useThose } from '../subject.ts';
import { inLengths } from '../values/notation.ts';

type Shape = ItemOf<'shape'>;
const isShape = (item: Item): item is Shape => item.type === 'shape';

const kinds = [
  { value: 'rectangle', label: 'Rectangle' },
  { value: 'ellipse', label: 'Ellipse' },
  { value: 'line', label: 'Line' },
] as const;

const usualFill = '#ffffff';
const getStroke = (item: Shape): NonNullable<Shape['stroke']> => item.stroke ?? { color: '#000000', widthPx: 6 };

/** The kind, fill and stroke of shapes. */
export function ShapeSection() {
  const shapes = useThose(isShape);
  const kind = useProperty<Shape, Shape['shape']>(
    shapes,
    (item) => item.shape,
    // A line is invisible without a stroke.
    (item, value) => ({ shape: value, ...(value === 'line' && { stroke: getStroke(item) }) }),
  );
  const corner = useProperty(
    shapes,
    (item) => item.cornerPx,
    (_, value) => ({ cornerPx: value }),
  );
  const hasArea = useComputed(() => shapes.items.value.some(({ shape }) => shape !== 'line'));
  const hasCorners = useComputed(() => shapes.items.value.some(({ shape }) => shape === 'rectangle'));
  return (
    <Section title="Shape">
      <SegmentsField label="Kind" isBare bound={kind} options={kinds} />
      {hasCorners.value && (
        <NumberField
          label="Corner radius"
          bound={corner}
          notation={inLengths}
          initial={0}
          slider={{ least: 0, most: 200 }}
        />
      )}
      {hasArea.value && <FillGroup />}
      <StrokeGroup />
    </Section>
  );
}

const getFill = (item: Shape): string => item.fill ?? usualFill;

function FillGroup() {
  const shapes = useThose(isShape);
  const fill = useProperty(shapes, getFill, (_, value) => ({ fill: value }));
  return (
    <OptionalGroup label="Fill" bound={useIsOn(shapes, 'fill', getFill)}>
      <ColorField label="Fill color" short="Color" bound={fill} />
    </OptionalGroup>
  );
}

function StrokeGroup() {
  const shapes = useThose(isShape);
  return (
    <OptionalGroup label="Stroke" bound={useIsOn(shapes, 'stroke', getStroke)}>
      <ColorField label="Stroke color" short="Color" bound={useMember(shapes, 'stroke', getStroke, 'color')} />
      <NumberField
        label="Stroke width"
        short="Width"
        bound={useMember(shapes, 'stroke', getStroke, 'widthPx')}
        notation={inLengths}
        slider={{ least: 0, most: 60 }}
      />
    </OptionalGroup>
  );
}
