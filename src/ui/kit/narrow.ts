import { signal, type ReadonlySignal } from '@preact/signals';

/** Whether the window is as narrow as a phone; same breakpoint as the styles. */
export const isNarrow = follow('(width < 760px)');

/** Whether the window is that of a phone, in either orientation, whose navigation shows only the main pages. */
export const isPhone = follow('(width < 760px), (width < 1000px) and (height < 480px)');

function follow(media: string): ReadonlySignal<boolean> {
  const query = matchMedia(media);
  const matches = signal(query.matches);
  query.addEventListener('change', (event) => (matches.value = event.matches));
  return matches;
}
