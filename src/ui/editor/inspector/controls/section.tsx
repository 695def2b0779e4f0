import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Sections that were opened or closed by hand, for as long as the page stands: each selection finds them as they were. */
const folded = signal<ReadonlyMap<string, boolean>>(new Map());

/** Properties that belong together, under a heading that folds them away. */
export function Section(props: {
  title: string;
  isClosed?: boolean;
  /** Beside the heading, as a button that brings the usual values back. */
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
