import type { Model } from './models.ts';

/** The state of the form for an added model. */
export type ModelDraft = Pick<Model, 'task' | 'family' | 'subject' | 'name' | 'licence'> & {
  /** The input size in pixels, as typed; for a matting model. */
  readonly width: string;
  readonly height: string;
};

/** The multipart body for the API. The entry precedes the file, so that an invalid entry is refused before the file is read. */
export function toModelForm(draft: ModelDraft, file: File, taken: readonly Pick<Model, 'id'>[]): FormData {
  const { name, task, family, subject, licence, width, height } = draft;
  const entry = {
    id: toModelId(name, taken),
    name,
    task,
    family,
    ...(licence.trim() === '' ? {} : { licence }),
    ...(task === 'matting' && { subject, variants: [{ width: Number(width), height: Number(height) }] }),
  };
  const form = new FormData();
  form.append('entry', JSON.stringify(entry));
  form.append('file', file);
  return form;
}

/** Returns a unique id derived from the name of the model. */
export function toModelId(name: string, taken: readonly Pick<Model, 'id'>[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  const id = plain || 'own-model';
  const isTaken = (candidate: string): boolean => taken.some((one) => one.id === candidate);
  let free = id;
  for (let count = 2; isTaken(free); count += 1) {
    free = `${id}-${count}`;
  }
  return free;
}
