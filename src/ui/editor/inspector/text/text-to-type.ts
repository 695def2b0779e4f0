import { signal } from '@preact/signals';

/** The id of a text that was just added: its field takes the focus, so that one types at once. */
export const textToType = signal<string | null>(null);
