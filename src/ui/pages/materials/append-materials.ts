import { getEnd } from '#core/timeline/schedule.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { call } from '#ui/app/client.ts';
import { placeClips } from '#ui/editor/materials/place.ts';
import { toPlaceable, type Material } from '#ui/editor/materials/placeable.ts';

/** Adds materials to the end of a canvas, one after the other, and returns the title of the canvas. Throws OffcutError. */
export async function appendMaterials(canvasId: string, materials: readonly Material[]): Promise<string> {
  const clips = materials.map((material) => toPlaceable(material) ?? refuse(material));
  // A change of the canvas between reading and writing is a conflict: the new state is read then.
  for (let tries = 1; ; tries += 1) {
    const { document, revision } = await call('getCanvas', { params: { canvasId } });
    const atSeconds = Math.max(0, ...document.tracks.flatMap(({ items }) => items.map(getEnd)));
    const { edits } = placeClips(document, clips, { atSeconds });
    try {
      await call('editCanvas', { params: { canvasId }, body: { revision, edits: [...edits] } });
      return document.title;
    } catch (thrown) {
      if (tries === 3 || !(thrown instanceof OffcutError && thrown.code === 'REVISION_CONFLICT')) {
        throw thrown;
      }
    }
  }
}

const refuse = ({ name, fault }: Material): never => {
  const message = fault ?? 'The file is still being analyzed. Try again in a moment.';
  throw new OffcutError({ code: 'UNSUPPORTED_MEDIA', message: `"${name}": ${message}` });
};
