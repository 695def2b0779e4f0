import { signal } from '@preact/signals';

/**
 * The characters on the physical keys of this keyboard: `ö` on `Semicolon` of a German one. Empty if the browser does not report
 * them.
 */
export const keyboardLayout = signal<ReadonlyMap<string, string>>(new Map());

type Keyboard = { getLayoutMap(): Promise<ReadonlyMap<string, string>> };

/** Reads the keyboard layout, which only Chromium provides, and not in a frame without the permission. */
export async function readKeyboardLayout(from: object = navigator): Promise<void> {
  if ('keyboard' in from && isKeyboard(from.keyboard)) {
    keyboardLayout.value = await from.keyboard.getLayoutMap().catch(() => keyboardLayout.value);
  }
}

const isKeyboard = (keyboard: unknown): keyboard is Keyboard =>
  typeof keyboard === 'object' && keyboard !== null && 'getLayoutMap' in keyboard;
