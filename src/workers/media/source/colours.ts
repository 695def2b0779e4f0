import { toMatrix, type PictureColour } from '../picture/colour.ts';
import type { WideTransfer } from '../picture/to-sdr.ts';

/** What a file or a decoder says of its colours, in the names of WebCodecs. */
export type StatedColour = {
  readonly matrix?: string | null | undefined;
  readonly primaries?: string | null | undefined;
  readonly transfer?: string | null | undefined;
};

/** What the coded stream itself says of its colours, whatever its container says. The matrix is null where it is not stated. */
export type CodedColour = { readonly matrix: string | null; readonly isFullRange: boolean };

/** How pixels are to be read: what they mean afterwards, and from what they are brought there where they are BT.2020. */
export type Reading = { readonly colour: PictureColour; readonly wide: WideTransfer | null };

/** BT.2020 and all HDR become BT.709; everything else stays as it is. */
export function toReading(stated: StatedColour, height: number): Reading {
  const wide = toWide(stated);
  if (wide) {
    return { colour: { matrix: 'bt709', tags: bt709 }, wide };
  }
  const { matrix, primaries, transfer } = stated;
  const tags = matrix ? toColorSpace({ matrix, primaries, transfer }) : null;
  return { colour: { matrix: toMatrix(matrix, height), tags }, wide: null };
}

/** A sentence for the caller; null when the colours stay as they are. */
export function describeReading({ wide }: Reading): string | null {
  return wide && `The video ${wideNames[wide]}; its colours were brought to those of ordinary screens (SDR, BT.709).`;
}

const wideNames: Record<WideTransfer, string> = {
  pq: 'is HDR (PQ)',
  hlg: 'is HDR (HLG)',
  sdr: 'has the wide colours of BT.2020',
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
