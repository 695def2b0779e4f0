import { useComputed } from '@preact/signals';
import { isTextFont, type TextFont } from '#core/timeline/fonts.ts';
import { useEditor } from '../../editor.ts';
import { useProperty } from '../controls/bound.ts';
import { ChoiceField, SegmentsField } from '../controls/choice-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { useThose } from '../subject.ts';
import { mixed } from '../values/mixed.ts';
import { inUnit } from '../values/notation.ts';
import { fontWeights, weightNames } from './fonts.ts';
import { FontField } from './font-field.tsx';
import { isText, type Text } from './is-text.ts';

const aligns = [
  { value: 'left', label: 'Left', icon: 'M2 3h12M2 6.5h7M2 10h12M2 13.5h7' },
  { value: 'center', label: 'Center', icon: 'M2 3h12M4.5 6.5h7M2 10h12M4.5 13.5h7' },
  { value: 'right', label: 'Right', icon: 'M2 3h12M7 6.5h7M2 10h12M7 13.5h7' },
] as const;

const sizings = [
  { value: 'fit', label: 'Fit to box' },
  { value: 'fixed', label: 'Fixed' },
] as const;

const inLetters = inUnit('px', { least: 1, most: 5000 });
const inLines = inUnit('×', { digits: 2, step: 0.05, least: 0.5, most: 5 });
/** Shares of the font size. */
const inSpacing = inUnit('%', { digits: 1, step: 1, least: -0.5, most: 5, scale: 100 });

/** The typography of texts. */
export function LetterFields() {
  const texts = useThose(isText);
  const align = useProperty(
    texts,
    (item) => item.align,
    (_, value) => ({ align: value }),
  );
  const lineHeight = useProperty(
    texts,
    (item) => item.lineHeight,
    (_, value) => ({ lineHeight: value }),
  );
  const spacing = useProperty(
    texts,
    (item) => item.letterSpacing,
    (_, value) => ({ letterSpacing: value }),
  );
  return (
    <>
      <FontField />
      <WeightField />
      <SizeFields />
      <SegmentsField label="Align" bound={align} options={aligns} />
      <NumberField label="Line height" bound={lineHeight} notation={inLines} initial={1.15} />
      <NumberField label="Letter spacing" short="Spacing" bound={spacing} notation={inSpacing} initial={0} />
    </>
  );
}

function WeightField() {
  const texts = useThose(isText);
  const weight = useProperty(
    texts,
    (item) => String(item.weight),
    (_, value) => ({ weight: Number(value) }),
  );
  const weights = useComputed(() => {
    const fonts = texts.items.value.map(({ font }): TextFont => (isTextFont(font) ? font : 'Inter'));
    const common = fontWeights.Inter.filter((one) => fonts.every((font) => fontWeights[font].includes(one)));
    const own = weight.value.value;
    return own === mixed || common.includes(Number(own)) || common.length <= 1
      ? common
      : [...common, Number(own)].toSorted((a, b) => a - b);
  });
  if (weights.value.length <= 1) {
    return <p class="prop-note">This font has one weight.</p>;
  }
  const options = weights.value.map((value) => ({ value: String(value), label: weightNames[value] ?? String(value) }));
  return <ChoiceField label="Weight" bound={weight} options={options} />;
}

function SizeFields() {
  const { document } = useEditor();
  const texts = useThose(isText);
  /** Returns the approximate font size of a text that fits its box. */
  const getSize = (item: Text): number => {
    const height = typeof item.height === 'number' ? item.height : document.peek().height / 10;
    return (
      item.sizePx ?? Math.max(1, Math.round(height / (item.lineHeight * Math.max(1, item.text.split('\n').length))))
    );
  };
  const sizing = useProperty<Text, 'fit' | 'fixed'>(
    texts,
    (item) => (item.sizePx === undefined ? 'fit' : 'fixed'),
    (item, value) => ({ sizePx: value === 'fit' ? null : getSize(item) }),
  );
  const size = useProperty(texts, getSize, (_, value) => ({ sizePx: value }));
  return (
    <>
      <SegmentsField label="Size" bound={sizing} options={sizings} />
      {sizing.value.value === 'fixed' && (
        <NumberField label="Font size" bound={size} notation={inLetters} slider={{ least: 8, most: 400 }} />
      )}
    </>
  );
}
