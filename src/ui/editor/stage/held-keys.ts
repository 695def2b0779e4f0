/** The modifier keys that are held during a gesture. */
export type Held = { readonly shift: boolean; readonly alt: boolean; readonly ctrl: boolean };

export const getHeldKeys = ({ shiftKey, altKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent): Held => ({
  shift: shiftKey,
  alt: altKey,
  ctrl: ctrlKey || metaKey,
});
