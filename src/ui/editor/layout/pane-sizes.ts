/** Sizes of the panes in CSS pixels: widths of the side panes, and the height of the timeline. */
export type PaneSizes = { readonly left: number; readonly right: number; readonly timeline: number };

/** The min and max sizes of a pane; the style sheet also limits them to the window. */
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

/** Returns the size after a key press on the focused separator; null for a key without effect. */
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

/** Reads the stored sizes, or returns the defaults. */
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
    // Without storage the sizes are lost when the page closes.
  }
}

/** Parses stored sizes, with defaults for missing and non-numeric values. */
export function parseSizes(text: string | null): PaneSizes {
  const stored: unknown = JSON.parse(text ?? '{}');
  const getSize = (name: keyof PaneSizes): number => {
    const value: unknown =
      typeof stored === 'object' && stored !== null ? Object.getOwnPropertyDescriptor(stored, name)?.value : undefined;
    return typeof value === 'number' && Number.isFinite(value) ? value : usual[name];
  };
  return clampSizes({ left: getSize('left'), right: getSize('right'), timeline: getSize('timeline') });
}
