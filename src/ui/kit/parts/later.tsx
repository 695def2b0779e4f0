import type { ComponentType } from 'preact';
import { useLoad } from '../use-load.ts';
import { Problem } from './problem.tsx';

/** A component whose code is fetched when it is first shown, so that the first visit does not wait for it. */
export function later<Props extends object>(fetchIt: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const holder: { Component?: ComponentType<Props> } = {};
  return function Later(props: Props) {
    const { loaded, again } = useLoad(async () => (holder.Component ??= await fetchIt()));
    const { Component } = holder;
    if (Component) {
      return <Component {...props} />;
    }
    return loaded.state === 'failed' ? (
      <Problem
        error={{
          code: 'UNREACHABLE',
          message:
            'This part of the page could not be loaded. Check your connection. If a newer version is available, reload the page.',
        }}
      >
        <button type="button" class="link-button" onClick={again}>
          Try again
        </button>
      </Problem>
    ) : (
      <div class="skeleton skeleton-row" aria-busy="true" />
    );
  };
}
