import { knownMattes } from '#core/model/manifest.ts';
import { Failure } from '#core/lib/failure.ts';
import { toDeployed } from '#core/model/models.ts';
import { expect, it } from 'vitest';
import { suggestObject } from './suggest-object.ts';

const get = (id: string) => knownMattes.filter((entry) => entry.id === id).map((entry) => toDeployed(entry));
const people = get('matte-nano-v2');
const details = { coverage: 0, bestCoverage: 0, isSomethingSalient: true };
const fail = (failure: Failure) => () => Promise.reject(failure);

it('suggests the subject "object" if there is another salient object', async () => {
  await expect(suggestObject(people, fail(new Failure('NO_SUBJECT', { details })))).rejects.toMatchObject({
    code: 'NO_SUBJECT',
    message: expect.stringContaining('"subject": "object"') as string,
    details: { ...details, suggestedInput: { subject: 'object' } },
  });
});

it('leaves other failures unchanged', async () => {
  const flat = new Failure('NO_SUBJECT', { details: { ...details, isSomethingSalient: false } });
  await expect(suggestObject(people, fail(flat))).rejects.toBe(flat);
  const ofObjects = new Failure('NO_SUBJECT', { details });
  await expect(suggestObject(get('u2netp'), fail(ofObjects))).rejects.toBe(ofObjects);
  const full = new Failure('STORAGE_FULL', { details });
  await expect(suggestObject(people, fail(full))).rejects.toBe(full);
  expect(await suggestObject(people, () => Promise.resolve(1))).toBe(1);
});
