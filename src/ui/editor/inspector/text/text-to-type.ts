import { signal } from '@preact/signals';

/** The id of a text that was just added: its field receives the focus, so that the user can type at once. */
export const textToType = signal<string | null>(null);
