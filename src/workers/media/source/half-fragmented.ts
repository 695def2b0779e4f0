import { BlockReader, findBoxes, listPlaces } from './iso-boxes.ts';
import type { Sliced } from './media-file.ts';

/**
 * Returns whether an MP4 or MOV has samples in its index (`moov`) and more in fragments (`moof`), as ffmpeg writes with
 * `-movflags frag_keyframe` alone. mediabunny reads only the samples of the index.
 */
export async function isHalfFragmented(file: Sliced): Promise<boolean> {
  const reader = new BlockReader(file);
  let [hasSamples, hasFragments] = [false, false];
  for await (const { name, bodyAt, endsAt } of listPlaces(reader)) {
    if (name === 'moov') {
      const moov = { body: await reader.read(bodyAt, endsAt) };
      hasSamples = findBoxes(moov, 'trak', 'mdia', 'minf', 'stbl').some(countsSamples);
      if (!hasSamples || findBoxes(moov, 'mvex').length === 0) {
        return false;
      }
    }
    hasFragments ||= name === 'moof';
    if (hasSamples && hasFragments) {
      return true;
    }
  }
  return false;
}

/** Returns whether a table of sample sizes has entries: `stsz` and `stz2` have their count at the same offset. */
const countsSamples = (tables: { readonly body: DataView }): boolean =>
  ['stsz', 'stz2']
    .flatMap((name) => findBoxes(tables, name))
    .some(({ body }) => body.byteLength >= 12 && body.getUint32(8) > 0);
