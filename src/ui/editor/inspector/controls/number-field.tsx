import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { AnimatedName } from '#core/timeline/properties.ts';
import { LabelText } from './label-text.tsx';
import { Row } from './row.tsx';
import { Slider, type SliderRange } from './slider.tsx';
import { useNumber, type NumberProps } from './use-number.ts';

/** A number with its own line. */
export function NumberField(
  props: NumberProps & {
    keys?: readonly AnimatedName[];
    slider?: SliderRange;
    /** Buttons below the reason of a refusal; `dismiss` removes both. */
    remedies?: (dismiss: () => void) => readonly VNode[];
  },
) {
  const id = useId();
  const number = useNumber(props);
  const { problem, scrub, input } = number;
  return (
    <Row
      name={props.label}
      keys={props.keys}
      problem={problem}
      problemId={`${id}-problem`}
      remedies={problem === null ? [] : (props.remedies?.(() => number.end('cancel')) ?? [])}
      label={
        <label class="prop-label scrub" for={id} {...scrub}>
          <LabelText {...props} />
        </label>
      }
    >
      {props.slider && <Slider {...props} range={props.slider} number={number} />}
      <input class="input num" id={id} {...toProblem(problem, id)} {...input} />
    </Row>
  );
}

/** A number with a short label in its box, for two or more per line. `label` is its full name, `short` the visible one. */
export function SmallNumber(props: NumberProps) {
  const id = useId();
  const { problem, scrub, input } = useNumber(props);
  return (
    <span class="small-number">
      <label class="scrub" for={id} {...scrub}>
        <LabelText {...props} />
      </label>
      <input class="input num" id={id} {...toProblem(problem, id)} {...input} />
      {problem !== null && (
        <span class="prop-problem" role="alert" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </span>
  );
}

const toProblem = (problem: string | null, id: string) =>
  problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` };
