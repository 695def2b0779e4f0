import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Change } from '../values/edits.ts';
import { mixed } from '../values/mixed.ts';
import type { Notation } from '../values/notation.ts';
import type { Bound } from './bound.ts';
import { useGesture } from './gesture.ts';
import { useScrub } from './use-scrub.ts';
import { useWholeText } from './use-whole-text.ts';

export type NumberProps = {
  /** The name of the value, for example "Shadow blur". */
  readonly label: string;
  /** The visible part of the name, for example "Blur" in the group of the shadow. */
  readonly short?: string;
  readonly bound: Bound<number>;
  readonly notation: Notation;
  /** The value that a double click on the label restores; absent if there is no default. */
  readonly initial?: number | undefined;
};

/**
 * Creates the handlers of a number that is typed, stepped with the arrow keys and dragged at its label. Changes are previewed at
 * once. Enter, leaving the field and releasing the pointer apply them as one step of the history; Escape discards them.
 */
export function useNumber(props: NumberProps) {
  const { bound, notation, initial } = props;
  const change = useNumberChange(props);
  const wholeText = useWholeText();
  const scrub = useScrub({
    onMove: (steps) => change.show(notation.add(steps)),
    onEnd: change.end,
    onDoubleClick: () => {
      if (initial !== undefined) {
        change.show(() => initial);
        change.end('finish');
      }
    },
  });
  const { value } = bound.value;
  const text = value === mixed ? '' : notation.format(value);
  return {
    ...change,
    scrub,
    text,
    input: {
      type: 'text',
      inputMode: 'decimal',
      autoComplete: 'off',
      spellcheck: false,
      value: change.draft ?? text,
      placeholder: value === mixed ? 'Mixed' : '',
      onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change.type(currentTarget.value),
      ...wholeText,
      onBlur: () => change.end('finish'),
      onKeyDown: (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => onKey(event, change),
    } as const,
  };
}

type NumberChange = ReturnType<typeof useNumberChange>;

/** Manages the change of a number in progress, whatever its source. */
function useNumberChange({ label, bound, notation }: NumberProps) {
  const gesture = useGesture(`Change ${label.toLowerCase()}`);
  const draft = useSignal<string | null>(null);
  const change = useRef<Change<number> | null>(null);
  const show = (next: Change<number>): void => {
    change.current = next;
    gesture.show(bound.toEdits(next));
  };
  return {
    problem: gesture.problem,
    /** The typed text; null while there is none. */
    draft: draft.value,
    show,
    type: (text: string): void => {
      draft.value = text;
      const next = notation.parse(text);
      if (next) {
        show(next);
      } else {
        gesture.cancel();
        change.current = null;
      }
    },
    step: (steps: number): void => {
      const before = change.current ?? ((value: number) => value);
      draft.value = null;
      show((value) => notation.add(steps)(before(value)));
    },
    isGoing: (): boolean => draft.value !== null || change.current !== null,
    end: (how: 'finish' | 'cancel'): void => {
      const typed = draft.value?.trim() ?? '';
      if (how === 'finish' && typed !== '' && change.current === null) {
        gesture.refuse(`“${typed}” is not valid. Enter ${notation.example}.`);
      } else {
        gesture[how]();
      }
      draft.value = null;
      change.current = null;
    },
  };
}

function onKey(event: KeyboardEvent & { currentTarget: HTMLInputElement }, change: NumberChange): void {
  const { key, shiftKey, altKey, currentTarget } = event;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    event.preventDefault();
    change.step((key === 'ArrowUp' ? 1 : -1) * (shiftKey ? 10 : altKey ? 0.1 : 1));
  } else if (key === 'Enter') {
    change.end('finish');
    currentTarget.select();
  } else if (key === 'Escape' && change.isGoing()) {
    // The editor would otherwise handle the key.
    event.stopPropagation();
    change.end('cancel');
  }
}
