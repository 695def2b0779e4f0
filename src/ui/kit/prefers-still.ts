import { signal } from '@preact/signals';

const query = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the user prefers reduced motion. */
export const prefersStill = signal(query.matches);

query.addEventListener('change', ({ matches }) => (prefersStill.value = matches));
