import { signal } from '@preact/signals';
import { call, type DataOf } from '#ui/app/client.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';

type Materials = DataOf<'listMaterials'>;

/** A stored file, as the API lists it. */
export type Material = Materials[number];

/**
 * The delays before the list is read again while some of its files are not inspected yet, in milliseconds: the first and
 * the last. Each delay doubles, because the tab that inspects files may be busy or closed.
 */
const [firstAgainMs, lastAgainMs] = [250, 8000];

/** The stored materials, newest first; null before the first answer. */
export const keptMaterials = signal<Materials | null>(null);

/** Call it before requesting the materials: it returns the function that receives the answer. */
export const askForMaterials = takeLatest<Materials>((answer) => {
  keptMaterials.value = answer;
  readAgainUnlessSettled(answer);
});

/** Whether the file's content is inspected; otherwise only its name and type are known. */
export const isLookedInto = ({ fault, hasSound }: Material): boolean => fault !== undefined || hasSound !== undefined;

let timer: ReturnType<typeof setTimeout> | undefined;
let unknownBefore = 0;
let waitMs = firstAgainMs;

/** Sizes and durations become known a moment after the file: views of a material show them without a reload. */
function readAgainUnlessSettled(answer: Materials): void {
  const unknown = answer.filter((each) => !isLookedInto(each)).length;
  clearTimeout(timer);
  waitMs = unknown === unknownBefore ? Math.min(2 * waitMs, lastAgainMs) : firstAgainMs;
  unknownBefore = unknown;
  if (unknown > 0) {
    timer = setTimeout(() => void refreshMaterials().catch(() => undefined), waitMs);
  }
}

/** Reads the materials again. Throws OffcutError. */
export async function refreshMaterials(signal?: AbortSignal): Promise<Materials> {
  const take = askForMaterials();
  const answer = await call('listMaterials', signal ? { signal } : {});
  take(answer);
  return answer;
}

/** Returns the name of a material: that of its file, or the end of its URL. Undefined for a deleted material without URL. */
export function findMaterialName(material: string): string | undefined {
  const kept = keptMaterials.value?.find((each) => each.material === material || each.sourceUrl === material);
  return kept?.name ?? (URL.canParse(material) ? new URL(material).pathname.split('/').at(-1) : undefined);
}
