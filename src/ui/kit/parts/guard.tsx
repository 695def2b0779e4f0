import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useRef } from 'preact/hooks';
import { route } from '#ui/app/navigation.ts';
import type { Route } from '#ui/app/router.ts';
import { Problem } from './problem.tsx';

/**
 * An error boundary: replaces a page that fails to render, for example on unexpected data, with an error message and next
 * steps.
 */
export function Guard({ children }: { children: ComponentChildren }) {
  // Another page may still render.
  const failedAt = useRef<Route | null>(null);
  const [, again] = useErrorBoundary((error) => {
    failedAt.current = route.peek();
    reportError(error);
  });
  if (failedAt.current !== route.value) {
    return <>{children}</>;
  }
  const message =
    'This page could not be shown, because of unexpected data. Your saved work is safe. Try again, or reload the page; other pages still work.';
  return (
    <Problem error={{ code: 'UNREACHABLE', message }}>
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
