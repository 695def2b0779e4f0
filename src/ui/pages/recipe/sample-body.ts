import type { Demo } from '#core/model/recipe-about.ts';
import allDemos from '#recipes/generated/demos.json' with { type: 'json' };
import type { Json } from '#ui/app/json.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';
import { fetchSample } from '#ui/kit/uploads/samples.ts';
import { uploadFile, type OnShare } from '#ui/kit/uploads/upload.ts';

const demos: Readonly<Record<string, Demo>> = allDemos;

/** Whether a recipe has its own sample. */
export const hasSample = (recipeId: string): boolean => Object.hasOwn(demos, recipeId);

/**
 * Returns the body of a run that demonstrates a recipe with the project's sample files, which are uploaded first. Throws
 * OffcutError.
 */
export async function fillSample(recipeId: string, onShare: OnShare): Promise<Json> {
  const { files = {}, parameters = {} } = demos[recipeId] ?? {};
  const known = new Map((await refreshMaterials()).map(({ name, material }) => [name, material]));
  const store = async (name: string): Promise<string> =>
    known.get(name) ?? uploadFile(await fetchSample(name), onShare, new AbortController().signal);
  const body: Record<string, unknown> = { ...parameters };
  for (const [field, names] of Object.entries(files)) {
    body[field] = typeof names === 'string' ? await store(names) : await storeAll(names, store);
  }
  await refreshMaterials();
  return body;
}

async function storeAll(names: readonly string[], store: (name: string) => Promise<string>): Promise<string[]> {
  const handles: string[] = [];
  for (const name of names) {
    handles.push(await store(name));
  }
  return handles;
}
