import { useRef } from 'preact/hooks';

/** Creates the handlers of a field that selects its text on focus, so that typing replaces it. */
export function useWholeText() {
  const isFresh = useRef(false);
  return {
    onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
      isFresh.current = true;
      currentTarget.select();
    },
    // A click sets the caret after the focus event; a drag over the text has its own selection.
    onClick: ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
      if (isFresh.current && currentTarget.selectionStart === currentTarget.selectionEnd) {
        currentTarget.select();
      }
      isFresh.current = false;
    },
  };
}
