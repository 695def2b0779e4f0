import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { pageTitle } from '#ui/app/tab-title.ts';
import type { Loaded } from '../use-load.ts';
import { Problem } from './problem.tsx';

/** A page with its heading, which is also the document's title. */
export function Page(props: { title: string; aside?: ComponentChildren; children: ComponentChildren }) {
  useEffect(() => {
    pageTitle.value = props.title;
  }, [props.title]);
  return (
    <div class="page stack stack-wide">
      <header class="row row-apart">
        <h1 tabIndex={-1}>{toBreakable(props.title)}</h1>
        {props.aside}
      </header>
      {props.children}
    </div>
  );
}

/** A title may be a file name, which can be one long word: it breaks after an underscore first. */
const toBreakable = (title: string): ComponentChildren[] =>
  title.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));

/** Renders data once it is loaded; a placeholder before, or the error with a Retry button. */
export function Reading<T>(props: { loaded: Loaded<T>; again: () => void; children: (data: T) => ComponentChildren }) {
  const { loaded } = props;
  if (loaded.state === 'ready') {
    return <>{props.children(loaded.data)}</>;
  }
  if (loaded.state === 'failed') {
    return (
      <Problem error={loaded.error}>
        {/* A missing resource is still missing on a retry. */}
        {!loaded.error.code.endsWith('_NOT_FOUND') && (
          <button type="button" class="link-button" onClick={props.again}>
            Try again
          </button>
        )}
      </Problem>
    );
  }
  return (
    <div class="stack" aria-busy="true" aria-label="Loading">
      {[0, 1, 2].map((row) => (
        <div key={row} class="skeleton skeleton-row" />
      ))}
    </div>
  );
}

/** The empty state of a list: one sentence and one action. */
export function Empty({ sentence, children }: { sentence: string; children?: ComponentChildren }) {
  return (
    <div class="empty stack">
      <p class="soft">{sentence}</p>
      <div>{children}</div>
    </div>
  );
}
