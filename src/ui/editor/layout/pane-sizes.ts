/** Sizes of the panes in CSS pixels: widths of those at the sides, and the height of the timeline. */
export type PaneSizes = { readonly left: number; readonly right: number; readonly timeline: number };

/** The least and the most that a pane may take; the style sheet keeps them within the window. */
export const paneLimits = {
  left: { least: 200, most: 480 },
  right: { least: 260, most: 520 },
  timeline: { least: 140, most: 800 },
} as const satisfies Record<keyof PaneSizes, { readonly least: number; readonly most: number }>;

const usual: PaneSizes = { left: 264, right: 300, timeline: 300 };
const storageName = 'offcut:editor-panes';

export const clampSizes = (sizes: PaneSizes): PaneSizes => ({
  left: clampSize('left', sizes.left),
  right: clampSize('right', sizes.right),
  timeline: clampSize('timeline', sizes.timeline),
});

export const clampSize = (name: keyof PaneSizes, pixels: number): number =>
  Math.round(Math.min(paneLimits[name].most, Math.max(paneLimits[name].least, pixels)));

/** The size that a key gives a pane whose separator has the focus; null for a key that means nothing to it. */
export function sizeByKey(name: keyof PaneSizes, size: number, key: string, isFar: boolean): number | null {
  const step = isFar ? 64 : 16;
  const [less, more] = { left: ['Left', 'Right'], right: ['Right', 'Left'], timeline: ['Down', 'Up'] }[name];
  const sizes: Readonly<Record<string, number>> = {
    [`Arrow${less}`]: size - step,
    [`Arrow${more}`]: size + step,
    Home: paneLimits[name].least,
    End: paneLimits[name].most,
  };
  const next = sizes[key];
  return next === undefined ? null : clampSize(name, next);
}

/** The sizes that were left, or the usual ones. */
export function readSizes(): PaneSizes {
  try {
    return parseSizes(localStorage.getItem(storageName));
  } catch {
    return usual;
  }
}

export function storeSizes(sizes: PaneSizes): void {
  try {
    localStorage.setItem(storageName, JSON.stringify(sizes));
  } catch {
    // Without storage they last as long as the page.
  }
}

/** Sizes that were stored, the usual ones for what is missing or is no number. */
export function parseSizes(text: string | null): PaneSizes {
  const stored: unknown = JSON.parse(text ?? '{}');
  const sizeOf = (name: keyof PaneSizes): number => {
    const value: unknown =
      typeof stored === 'object' && stored !== null ? Object.getOwnPropertyDescriptor(stored, name)?.value : undefined;
    return typeof value === 'number' && Number.isFinite(value) ? value : usual[name];
  };
  return clampSizes({ left: sizeOf('left'), right: sizeOf('right'), timeline: sizeOf('timeline') });
}
