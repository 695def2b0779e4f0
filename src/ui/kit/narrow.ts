import { signal, type ReadonlySignal } from '@preact/signals';

/** Whether the window is as narrow as a phone, as the styles have it. */
export const isNarrow = follow('(width < 760px)');

/** Whether it is that of a phone, upright or on its side, whose navigation has room for the places that one goes to most. */
export const isPhone = follow('(width < 760px), (width < 1000px) and (height < 480px)');

function follow(media: string): ReadonlySignal<boolean> {
  const query = matchMedia(media);
  const matches = signal(query.matches);
  query.addEventListener('change', (event) => (matches.value = event.matches));
  return matches;
}
