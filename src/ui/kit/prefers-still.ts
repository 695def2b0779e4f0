import { signal } from '@preact/signals';

const query = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the person wants nothing to move. */
export const prefersStill = signal(query.matches);

query.addEventListener('change', ({ matches }) => (prefersStill.value = matches));
