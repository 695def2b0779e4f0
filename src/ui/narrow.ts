import { signal } from '@preact/signals';

const query = matchMedia('(width < 760px)');

/** Whether the window is as narrow as a phone, as the styles have it. */
export const isNarrow = signal(query.matches);

query.addEventListener('change', ({ matches }) => (isNarrow.value = matches));
