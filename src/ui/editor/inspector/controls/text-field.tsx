import { useSignal } from '@preact/signals';
import type { Ref } from 'preact';
import { useId } from 'preact/hooks';
import { mixed } from '../values/mixed.ts';
import type { Bound } from './bound.ts';
import { useGesture } from './gesture.ts';
import { Row } from './row.tsx';

type TextProps = { readonly label: string; readonly bound: Bound<string>; readonly maxLength: number };

/** A text of one line in a line of its own; with `isBare` the label is for readers of the screen alone. */
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

/** A text of several lines over the whole width; Enter begins a line, and leaving it keeps what was typed, by Escape too. */
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
        // A written text is more than a value that is typed anew: only an undo takes it back.
        event.stopPropagation();
        event.currentTarget.blur();
      } else if (event.key === 'Escape' && draft.value !== null) {
        event.stopPropagation();
        end('cancel');
      }
    },
  };
}
