import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { documentLimits } from '#core/timeline/limits.ts';
import { useIsOn, useMember, useProperty } from '../controls/bound.ts';
import { ColorField } from '../controls/color-field.tsx';
import { NumberField, SmallNumber } from '../controls/number-field.tsx';
import { OptionalGroup } from '../controls/optional-group.tsx';
import { Row } from '../controls/row.tsx';
import { Section } from '../controls/section.tsx';
import { LongTextField } from '../controls/text-field.tsx';
import { useThose } from '../subject.ts';
import { inLengths, inPixels } from '../values/notation.ts';
import { isText, type Text } from './is-text.ts';
import { LetterFields } from './letter-fields.tsx';
import { MotionFields } from './motion-fields.tsx';
import { textToType } from './text-to-type.ts';

/** The sections of texts. */
export function TextSections() {
  const texts = useThose(isText);
  const fill = useProperty(
    texts,
    (item) => item.fill,
    (_, value) => ({ fill: value }),
  );
  return (
    <>
      <Section title="Text">
        <Words />
        <LetterFields />
      </Section>
      <Section title="Color">
        <ColorField label="Fill" bound={fill} />
        <OutlineGroup />
        <ShadowGroup />
        <PlateGroup />
      </Section>
      <Section title="Entrance and exit" isClosed>
        <MotionFields />
      </Section>
    </>
  );
}

function Words() {
  const texts = useThose(isText);
  const text = useProperty(
    texts,
    (item) => item.text,
    (_, value) => ({ text: value }),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const isNew = useComputed(() => texts.items.value.some(({ id }) => id === textToType.value)).value;
  // Before the first paint: text that is typed right after the key that adds the item reaches the field, and does not run
  // commands.
  useLayoutEffect(() => {
    if (isNew) {
      textToType.value = null;
      field.current?.focus();
      field.current?.select();
    }
  }, [isNew]);
  return <LongTextField label="Text" bound={text} rows={3} maxLength={documentLimits.textLength} inputRef={field} />;
}

const getStroke = (item: Text): NonNullable<Text['stroke']> => item.stroke ?? { color: '#000000', widthPx: 4 };

function OutlineGroup() {
  const texts = useThose(isText);
  return (
    <OptionalGroup label="Outline" bound={useIsOn(texts, 'stroke', getStroke)}>
      <ColorField label="Outline color" short="Color" bound={useMember(texts, 'stroke', getStroke, 'color')} />
      <NumberField
        label="Outline width"
        short="Width"
        bound={useMember(texts, 'stroke', getStroke, 'widthPx')}
        notation={inLengths}
        slider={{ least: 0, most: 40 }}
      />
    </OptionalGroup>
  );
}

const getShadow = (item: Text): NonNullable<Text['shadow']> =>
  item.shadow ?? { color: '#00000099', blurPx: 12, x: 0, y: 4 };

function ShadowGroup() {
  const texts = useThose(isText);
  return (
    <OptionalGroup label="Shadow" bound={useIsOn(texts, 'shadow', getShadow)}>
      <ColorField label="Shadow color" short="Color" bound={useMember(texts, 'shadow', getShadow, 'color')} />
      <NumberField
        label="Shadow blur"
        short="Blur"
        bound={useMember(texts, 'shadow', getShadow, 'blurPx')}
        notation={inLengths}
        slider={{ least: 0, most: 60 }}
      />
      <Row name="Shadow offset" label={<span class="prop-label">Offset</span>}>
        <SmallNumber
          label="Shadow X"
          short="X"
          bound={useMember(texts, 'shadow', getShadow, 'x')}
          notation={inPixels}
        />
        <SmallNumber
          label="Shadow Y"
          short="Y"
          bound={useMember(texts, 'shadow', getShadow, 'y')}
          notation={inPixels}
        />
      </Row>
    </OptionalGroup>
  );
}

const getPlate = (item: Text): NonNullable<Text['plate']> =>
  item.plate ?? { fill: '#000000b3', paddingPx: 16, cornerPx: 12 };

function PlateGroup() {
  const texts = useThose(isText);
  return (
    <OptionalGroup label="Background box" bound={useIsOn(texts, 'plate', getPlate)}>
      <ColorField label="Box color" short="Color" bound={useMember(texts, 'plate', getPlate, 'fill')} />
      <NumberField
        label="Box padding"
        short="Padding"
        bound={useMember(texts, 'plate', getPlate, 'paddingPx')}
        notation={inLengths}
        slider={{ least: 0, most: 100 }}
      />
      <NumberField
        label="Box corner radius"
        short="Corner radius"
        bound={useMember(texts, 'plate', getPlate, 'cornerPx')}
        notation={inLengths}
        slider={{ least: 0, most: 100 }}
      />
    </OptionalGroup>
  );
}
