import { toMatrix, type PictureColour } from '../picture/colour.ts';
import type { WideTransfer } from '../picture/to-sdr.ts';

/** The colour tags of a file or a decoder, in the names of WebCodecs. */
export type StatedColour = {
  readonly matrix?: string | null | undefined;
  readonly primaries?: string | null | undefined;
  readonly transfer?: string | null | undefined;
};

/** The colour tags of the coded stream, regardless of its container. The matrix is null if it is not stated. */
export type CodedColour = { readonly matrix: string | null; readonly isFullRange: boolean };

/** The interpretation of pixels: their colour after conversion, and the transfer function from which BT.2020 is converted. */
export type Reading = { readonly colour: PictureColour; readonly wide: WideTransfer | null };

/** Returns the interpretation of a frame: BT.2020 and all HDR are converted to BT.709; everything else stays unchanged. */
export function toReading(stated: StatedColour, height: number): Reading {
  const wide = toWide(stated);
  if (wide) {
    return { colour: { matrix: 'bt709', tags: bt709 }, wide };
  }
  const { matrix, primaries, transfer } = stated;
  const tags = matrix ? toColorSpace({ matrix, primaries, transfer }) : null;
  return { colour: { matrix: toMatrix(matrix, height), tags }, wide: null };
}

/** Returns a sentence for the user; null if the colours stay unchanged. */
export function describeReading({ wide }: Reading): string | null {
  return wide && `The video ${wideNames[wide]}. Its colors were converted for standard screens (SDR, BT.709).`;
}

const wideNames: Record<WideTransfer, string> = {
  pq: 'is HDR (PQ)',
  hlg: 'is HDR (HLG)',
  sdr: 'has the wide colors of BT.2020',
};

const bt709 = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false } as const;

function toWide({ matrix, primaries, transfer }: StatedColour): WideTransfer | null {
  if (transfer === 'pq' || transfer === 'hlg') {
    return transfer;
  }
  return primaries === 'bt2020' || matrix === 'bt2020-ncl' ? 'sdr' : null;
}

function toColorSpace(stated: StatedColour): VideoColorSpaceInit {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript's library does not know all names of WebCodecs
  return { ...stated, fullRange: false } as VideoColorSpaceInit;
}
