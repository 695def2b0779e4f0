import { signal } from '@preact/signals';

/** What stands on the keys of this keyboard, by their places: `ö` on `Semicolon` of a German one. Empty where the browser does not say. */
export const keyboardLayout = signal<ReadonlyMap<string, string>>(new Map());

type Keyboard = { getLayoutMap(): Promise<ReadonlyMap<string, string>> };

/** Only Chromium knows, and not in a frame without the permission. */
export async function readKeyboardLayout(from: object = navigator): Promise<void> {
  if ('keyboard' in from && isKeyboard(from.keyboard)) {
    keyboardLayout.value = await from.keyboard.getLayoutMap().catch(() => keyboardLayout.value);
  }
}

const isKeyboard = (keyboard: unknown): keyboard is Keyboard =>
  typeof keyboard === 'object' && keyboard !== null && 'getLayoutMap' in keyboard;
