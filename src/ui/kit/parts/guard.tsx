import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useRef } from 'preact/hooks';
import { route } from '#ui/app/navigation.ts';
import type { Route } from '#ui/app/router.ts';
import { Problem } from './problem.tsx';

/** In place of a page that cannot be rendered, as of data that it does not expect: what happened, and the ways on. */
export function Guard({ children }: { children: ComponentChildren }) {
  // Another page may well be shown.
  const failedAt = useRef<Route | null>(null);
  const [, again] = useErrorBoundary((error) => {
    failedAt.current = route.peek();
    reportError(error);
  });
  if (failedAt.current !== route.value) {
    return <>{children}</>;
  }
  const message =
    'This page could not be shown: something in it is not what this version expects. What was saved is kept. Try again, or reload the page; other pages work as before.';
  return (
    <Problem error={{ errorCode: 'UNREACHABLE', message }}>
      <button
        type="button"
        class="link-button"
        onClick={() => {
          failedAt.current = null;
          again();
        }}
      >
        Try again
      </button>
    </Problem>
  );
}
