import type { Model } from './models.ts';

/** What a person says of a file of their own. */
export type ModelDraft = Pick<Model, 'family' | 'subject' | 'name' | 'licence'> & {
  /** In pixels, as they were typed. */
  readonly width: string;
  readonly height: string;
};

/** The form that brings the file and its entry to the API. The entry comes first: a refusal then needs no bytes of the file. */
export function toModelForm(draft: ModelDraft, file: File, taken: readonly Pick<Model, 'id'>[]): FormData {
  const { name, family, subject, licence, width, height } = draft;
  const entry = {
    id: toModelId(name, taken),
    name,
    family,
    subject,
    ...(licence.trim() === '' ? {} : { licence }),
    variants: [{ width: Number(width), height: Number(height) }],
  };
  const form = new FormData();
  form.append('entry', JSON.stringify(entry));
  form.append('file', file);
  return form;
}

/** An id that says what the model is called and that no other has. */
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
