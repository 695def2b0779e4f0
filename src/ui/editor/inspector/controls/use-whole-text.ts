import { useRef } from 'preact/hooks';

/** Handlers of a field whose whole text is selected when it takes the focus, so that typing replaces it. */
export function useWholeText() {
  const isFresh = useRef(false);
  return {
    onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
      isFresh.current = true;
      currentTarget.select();
    },
    // A click puts the caret where it was after the focus has come; one that has dragged over letters has selected those.
    onClick: ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
      if (isFresh.current && currentTarget.selectionStart === currentTarget.selectionEnd) {
        currentTarget.select();
      }
      isFresh.current = false;
    },
  };
}
