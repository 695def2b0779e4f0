import { computed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { toCount } from '#ui/kit/format.ts';
import { useEditor } from '../../editor.ts';
import type { Bound } from '../controls/bound.ts';
import { ChoiceField, SegmentsField } from '../controls/choice-field.tsx';
import { ColorField } from '../controls/color-field.tsx';
import { NumberField, SmallNumber } from '../controls/number-field.tsx';
import { Row } from '../controls/row.tsx';
import { Section } from '../controls/section.tsx';
import { TextField } from '../controls/text-field.tsx';
import { canvasShapes, getShape, sizeOfShape } from '../values/canvas-size.ts';
import { useStable } from '../subject.ts';
import { formatTime } from '../../time-notation.ts';
import { inUnit } from '../values/notation.ts';
import { MarkerList } from './marker-list.tsx';

type SetCanvas = Omit<Extract<Edit, { type: 'set-canvas' }>, 'type'>;

/** The properties of the canvas. */
export function CanvasPanel() {
  const title = useCanvas(
    (document) => document.title,
    (value) => ({ title: value }),
  );
  return (
    <>
      <Section title="Canvas">
        <TextField label="Title" bound={title} maxLength={documentLimits.nameLength} />
        <SizeFields />
        <RateField />
        <Length />
      </Section>
      <BackgroundSection />
      <MarkerList />
    </>
  );
}

/** Returns a property of the canvas; `read` and `toChanges` are taken from the first call. */
function useCanvas<T>(read: (document: TimelineDocument) => T, toChanges: (value: T) => SetCanvas): Bound<T> {
  const { document, shown } = useEditor();
  return useMemo(
    () => ({
      value: computed(() => read(shown.value)),
      toEdits: (change) => {
        const before = read(document.peek());
        const after = change(before);
        return after === before ? [] : [{ type: 'set-canvas', ...toChanges(after) }];
      },
    }),
    [document],
  );
}

const inSide = inUnit('px', { least: 1, most: documentLimits.side, digits: 0 });
const whole = (value: number): number => Math.max(1, Math.round(value));

function SizeFields() {
  const shape = useCanvas(getShape, (value) => (value === 'custom' ? {} : sizeOfShape(value)));
  const width = useCanvas(
    (document) => document.width,
    (value) => ({ width: whole(value) }),
  );
  const height = useCanvas(
    (document) => document.height,
    (value) => ({ height: whole(value) }),
  );
  return (
    <>
      <ChoiceField label="Aspect ratio" bound={shape} options={canvasShapes} />
      <Row name="Size" isStacked label={<span class="prop-label">Size</span>}>
        <SmallNumber label="Canvas width" short="W" bound={width} notation={inSide} />
        <SmallNumber label="Canvas height" short="H" bound={height} notation={inSide} />
      </Row>
    </>
  );
}

const rates = [24, 25, 30, 50, 60];
const inRate = inUnit('fps', { digits: 3, least: documentLimits.minFrameRate, most: documentLimits.maxFrameRate });

function RateField() {
  const { shown } = useEditor();
  const isOwn = useSignal(!rates.includes(shown.peek().frameRate));
  const rate = useCanvas(
    (document) => document.frameRate,
    (value) => ({ frameRate: value }),
  );
  const choice = useMemo(
    (): Bound<string> => ({
      value: computed(() => (isOwn.value ? 'own' : String(shown.value.frameRate))),
      toEdits: (change) => {
        const chosen = change('own');
        isOwn.value = chosen === 'own';
        return chosen === 'own' ? [] : rate.toEdits(() => Number(chosen));
      },
    }),
    [rate],
  );
  const options = [
    ...rates.map((value) => ({ value: String(value), label: `${value} fps` })),
    { value: 'own', label: 'Custom' },
  ];
  return (
    <>
      <ChoiceField label="Frame rate" bound={choice} options={options} />
      {isOwn.value && <NumberField label="Frames per second" bound={rate} notation={inRate} />}
    </>
  );
}

function Length() {
  const { shown } = useEditor();
  const facts = useStable(() => {
    const { tracks, frameRate } = shown.value;
    const items = tracks.reduce((sum, track) => sum + track.items.length, 0);
    return { length: formatTime(getDocumentSeconds(shown.value), frameRate), tracks: tracks.length, items };
  });
  const { length, tracks, items } = facts.value;
  return (
    <p class="prop-note num">
      {length} long, {toCount(items, 'item')} on {toCount(tracks, 'track')}.
    </p>
  );
}

const grounds = [
  { value: 'transparent', label: 'Transparent' },
  { value: 'color', label: 'Color' },
] as const;

function BackgroundSection() {
  const type = useCanvas<'transparent' | 'color'>(
    ({ background }) => background.type,
    (value) => ({ background: value === 'color' ? { type: value, color: '#000000' } : { type: value } }),
  );
  const color = useCanvas(
    ({ background }) => (background.type === 'color' ? background.color : '#000000'),
    (value) => ({ background: { type: 'color', color: value.slice(0, 7) } }),
  );
  return (
    <Section title="Background">
      <SegmentsField label="Background" isBare bound={type} options={grounds} />
      {type.value.value === 'color' && <ColorField label="Color" bound={color} isOpaque />}
    </Section>
  );
}
