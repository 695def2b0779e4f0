import { useSignal } from '@preact/signals';
import type { Ref } from 'preact';
import { useId } from 'preact/hooks';
import { mixed } from '../values/mixed.ts';
import type { Bound } from './bound.ts';
import { useGesture } from './gesture.ts';
import { Row } from './row.tsx';

type TextProps = { readonly label: string; readonly bound: Bound<string>; readonly maxLength: number };

/** A single-line text with its own line; with `isBare` only screen readers receive the label. */
export function TextField(props: TextProps & { placeholder?: string; isBare?: boolean }) {
  const id = useId();
  const { problem, ...input } = useText(props);
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
      <input class="input" type="text" id={id} {...input} placeholder={input.placeholder || props.placeholder} />
    </Row>
  );
}

/** A multi-line text with the full width. Enter starts a line; leaving the field applies the text, also by Escape. */
export function LongTextField(props: TextProps & { rows: number; inputRef?: Ref<HTMLTextAreaElement> }) {
  const id = useId();
  const { problem, ...input } = useText(props);
  return (
    <div class="prop-wide">
      <label for={id} class="hidden-text">
        {props.label}
      </label>
      <textarea class="input" id={id} rows={props.rows} {...input} ref={props.inputRef ?? null} />
      {problem !== null && (
        <p class="prop-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function useText({ label, bound, maxLength }: TextProps) {
  const gesture = useGesture(`Change ${label.toLowerCase()}`);
  const draft = useSignal<string | null>(null);
  const end = (how: 'finish' | 'cancel'): void => {
    gesture[how]();
    draft.value = null;
  };
  const { value } = bound.value;
  return {
    problem: gesture.problem,
    maxLength,
    value: draft.value ?? (value === mixed ? '' : value),
    placeholder: value === mixed ? 'Mixed' : '',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      const text = currentTarget.value;
      draft.value = text;
      gesture.show(bound.toEdits(() => text));
    },
    onBlur: () => end('finish'),
    onKeyDown: (event: KeyboardEvent & { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      const isLine = event.currentTarget instanceof HTMLInputElement;
      if (event.key === 'Enter' && (isLine || event.metaKey || event.ctrlKey)) {
        end('finish');
      } else if (event.key === 'Escape' && !isLine) {
        // A typed text is longer than a value that can be retyped: only undo reverts it.
        event.stopPropagation();
        event.currentTarget.blur();
      } else if (event.key === 'Escape' && draft.value !== null) {
        event.stopPropagation();
        end('cancel');
      }
    },
  };
}
