import { expect, it } from 'vitest';
import { orLost } from './write-answer.ts';

it('rejects if a part of a response does not arrive in time', async () => {
  await expect(orLost(new Promise(() => undefined), 10)).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
});

it('returns a part that arrives in time, or its failure', async () => {
  await expect(orLost(Promise.resolve('part'), 60_000)).resolves.toBe('part');
  await expect(orLost(Promise.reject(new Error('broken')), 60_000)).rejects.toThrow('broken');
});
