import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** The sections that the user opened or closed, until the page closes: they stay that way for each selection. */
const folded = signal<ReadonlyMap<string, boolean>>(new Map());

/** A group of properties with a heading that folds it. */
export function Section(props: {
  title: string;
  isClosed?: boolean;
  /** A control next to the heading, such as a reset button. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  const isOpen = folded.value.get(props.title) ?? props.isClosed !== true;
  return (
    <section class="prop-section" aria-labelledby={id}>
      <div class="prop-head">
        <h3 id={id}>
          <button
            type="button"
            class="prop-fold"
            aria-expanded={isOpen}
            onClick={() => (folded.value = new Map(folded.value).set(props.title, !isOpen))}
          >
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="M4 2.5 7.5 6 4 9.5" />
            </svg>
            {props.title}
          </button>
        </h3>
        {isOpen && props.aside}
      </div>
      {isOpen && <div class="prop-body">{props.children}</div>}
    </section>
  );
}
