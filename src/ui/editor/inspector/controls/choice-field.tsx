import { useId } from 'preact/hooks';
import { mixed } from '../values/mixed.ts';
import type { Bound } from './bound.ts';
import { useGesture } from './gesture.ts';
import { Row } from './row.tsx';

type Option<T extends string> = {
  readonly value: T;
  readonly label: string;
  /** The path of an icon of 16 by 16 pixels that replaces the label. */
  readonly icon?: string;
};

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly bound: Bound<T>;
  readonly options: readonly Option<T>[];
  /** Whether only screen readers receive the label. */
  readonly isBare?: boolean;
  /** Called with the choice of the user once it is applied. */
  readonly onChosen?: (value: T) => void;
};

/** A select for one of several options. */
export function ChoiceField<T extends string>(props: ChoiceProps<T>) {
  const id = useId();
  const { problem, choose } = useChoice(props);
  const { value } = props.bound.value;
  return (
    <Row
      name={props.label}
      problem={problem}
      label={
        <label class={props.isBare === true ? 'hidden-text' : 'prop-label'} for={id}>
          {props.label}
        </label>
      }
    >
      <select
        class="input"
        id={id}
        value={value === mixed ? '' : value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {value === mixed && <option value="">Mixed</option>}
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  );
}

/** Radio buttons for one of a few options. */
export function SegmentsField<T extends string>(props: ChoiceProps<T>) {
  const name = useId();
  const { problem, choose } = useChoice(props);
  const { value } = props.bound.value;
  return (
    <fieldset class={props.isBare === true ? 'prop prop-stacked' : 'prop'}>
      <legend class="hidden-text">{props.label}</legend>
      {props.isBare !== true && (
        <span class="prop-label" aria-hidden="true">
          {props.label}
        </span>
      )}
      <div class="prop-control">
        <div class="segments">
          {props.options.map((option) => (
            <label key={option.value} title={option.label}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => choose(option.value)}
              />
              <span>
                {option.icon === undefined ? option.label : <Drawn label={option.label} path={option.icon} />}
              </span>
            </label>
          ))}
        </div>
      </div>
      {problem !== null && (
        <p class="prop-problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

const Drawn = ({ label, path }: { label: string; path: string }) => (
  <>
    <svg class="segment-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
    <span class="hidden-text">{label}</span>
  </>
);

/** Applies each choice as one step of the history. */
function useChoice<T extends string>({ label, bound, options, onChosen }: ChoiceProps<T>) {
  const gesture = useGesture(`Change ${label.toLowerCase()}`);
  return {
    problem: gesture.problem,
    choose: (chosen: string): void => {
      const option = options.find(({ value }) => value === chosen);
      if (option) {
        gesture.show(bound.toEdits(() => option.value));
        gesture.finish();
        // A refused choice is not reported.
        if (bound.value.peek() === option.value) {
          onChosen?.(option.value);
        }
      }
    },
  };
}
