import { signal } from '@preact/signals';
import { call, type DataOf } from '#ui/app/client.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';

type Materials = DataOf<'listMaterials'>;

/**
 * When the list is read again while some of its files are yet to be looked into, in milliseconds: at first, and at last. Each time it
 * takes twice as long, as the tab that opens files may be busy or gone.
 */
const [firstAgainMs, lastAgainMs] = [250, 8000];

/** The stored materials, newest first; null before the first answer. */
export const keptMaterials = signal<Materials | null>(null);

/** Before the materials are asked for: gives what takes the answer. */
export const askForMaterials = takeLatest<Materials>((answer) => {
  keptMaterials.value = answer;
  readAgainUnlessSettled(answer);
});

/** Whether it is known what is in the file, and not only what it is called. */
export const isLookedInto = ({ fault, hasSound }: Materials[number]): boolean =>
  fault !== undefined || hasSound !== undefined;

let timer: ReturnType<typeof setTimeout> | undefined;
let unknownBefore = 0;
let waitMs = firstAgainMs;

/** Sizes and lengths come a moment after their file: who shows a material shows them then, without being loaded again. */
function readAgainUnlessSettled(answer: Materials): void {
  const unknown = answer.filter((each) => !isLookedInto(each)).length;
  clearTimeout(timer);
  waitMs = unknown === unknownBefore ? Math.min(2 * waitMs, lastAgainMs) : firstAgainMs;
  unknownBefore = unknown;
  if (unknown > 0) {
    timer = setTimeout(() => void refreshMaterials().catch(() => undefined), waitMs);
  }
}

/** Reads the materials again. Throws ApiError. */
export async function refreshMaterials(signal?: AbortSignal): Promise<Materials> {
  const take = askForMaterials();
  const answer = await call('listMaterials', signal ? { signal } : {});
  take(answer);
  return answer;
}

/** The name of a material: that of its file, or the end of its address. Undefined for a deleted material without address. */
export function findMaterialName(material: string): string | undefined {
  const kept = keptMaterials.value?.find((each) => each.material === material || each.sourceUrl === material);
  return kept?.name ?? (URL.canParse(material) ? new URL(material).pathname.split('/').at(-1) : undefined);
}
