/** The part of gifenc that is used here. The package contains no types. */
declare module 'gifenc' {
  type Palette = number[][];

  export function GIFEncoder(options: { auto: boolean }): {
    writeHeader(): void;
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette: Palette;
        /** The duration in milliseconds. */
        delay: number;
        first: boolean;
        /** 0 repeats forever. */
        repeat: number;
        transparent: boolean;
        transparentIndex: number;
        /** 1 leaves the frame, 2 clears it. */
        dispose: number;
      },
    ): void;
    finish(): void;
    bytesView(): Uint8Array;
    reset(): void;
  };

  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    colours: number,
    options: { format: 'rgb565' },
  ): Palette;

  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette, format: 'rgb565'): Uint8Array;
}
