import { expect, test } from 'vitest';
import { failureCodes, failures } from '#core/lib/failure.ts';
import { openLab, readTalk, type LabTarget } from '../support/lab.ts';

const addFault = ({ call }: LabTarget, body: object): Promise<{ id: string }> =>
  call('POST', 'sandbox/v1/faults', body);

test.each(failureCodes)('one call provokes %s', async (code) => {
  const lab = await openLab();
  const { id } = await addFault(lab, { effect: { errorCode: code }, times: 1 });
  const answer = await lab.send('GET', 'v1/me');
  const { status, isRetryable, sentence } = failures[code];
  expect(answer.status).toBe(status);
  expect(answer.headers.get('X-Offcut-Fault')).toBe(id);
  expect(await answer.json()).toMatchObject({
    success: false,
    errorCode: code,
    message: sentence,
    retryable: isRetryable,
  });
  expect((await lab.send('GET', 'v1/me')).status).toBe(200);
});

test.each([
  ['RATE_LIMITED', 'Retry-After', '1'],
  ['IN_FLIGHT', 'Retry-After', '1'],
  ['ENGINE_UNAVAILABLE', 'Retry-After', '1'],
  ['METHOD_NOT_ALLOWED', 'Allow', 'GET'],
  ['UNAUTHORIZED', 'WWW-Authenticate', 'Bearer realm="api"'],
])('a requested %s has the header %s', async (code, header, value) => {
  const lab = await openLab();
  await addFault(lab, { effect: { errorCode: code } });
  expect((await lab.send('GET', 'v1/me')).headers.get(header)).toBe(value);
});

test('a rule affects the calls that it names', async () => {
  const lab = await openLab();
  const other = await lab.call('POST', 'sandbox/v1/keys', { name: 'other' });
  const { id: keyId, apiKey } = other as { id: string; apiKey: string };
  await addFault(lab, { match: { operation: 'getMe', keyId }, effect: { errorCode: 'RATE_LIMITED' } });
  const statuses = [
    await lab.send('GET', 'v1/me'),
    await lab.send('GET', 'v1/jobs', undefined, { Authorization: `Bearer ${apiKey}` }),
    await lab.send('GET', 'v1/me', undefined, { Authorization: `Bearer ${apiKey}` }),
    await lab.send('GET', 'sandbox/v1/account'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test('a rule can name the recipe of a call', async () => {
  const lab = await openLab();
  await addFault(lab, { match: { recipeId: 'tighten' }, effect: { errorCode: 'INSUFFICIENT_CREDITS' } });
  expect((await lab.send('GET', 'v1/estimate?recipeId=tighten')).status).toBe(402);
  expect((await lab.send('GET', 'v1/estimate?recipeId=text-behind')).status).toBe(200);
  expect((await lab.send('POST', 'v1/run/tighten', { material: 'mat_1' })).status).toBe(402);
});

test('skip and times limit a rule, and it counts', async () => {
  const lab = await openLab();
  const { id } = await addFault(lab, { effect: { errorCode: 'INTERNAL' }, skip: 1, times: 2 });
  const statuses: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    statuses.push((await lab.send('GET', 'v1/me')).status);
  }
  expect(statuses).toEqual([200, 500, 500, 200, 200]);
  expect(await lab.call('GET', 'sandbox/v1/faults')).toMatchObject([{ id, matched: 3, applied: 2 }]);
});

test('a probability affects the same calls for the same seed', async () => {
  const draw = async (seed: number): Promise<number[]> => {
    const lab = await openLab();
    await addFault(lab, { effect: { errorCode: 'INTERNAL' }, probability: 0.5, seed });
    const statuses: number[] = [];
    for (let at = 0; at < 20; at += 1) {
      statuses.push((await lab.send('GET', 'v1/me')).status);
    }
    return statuses;
  };
  const first = await draw(1);
  expect(first.filter((status) => status === 500).length).toBeGreaterThan(3);
  expect(first.filter((status) => status === 200).length).toBeGreaterThan(3);
  expect(await draw(1)).toEqual(first);
  expect(await draw(2)).not.toEqual(first);
});

test('a delay lasts until the clock has passed it, and adds to an error', async () => {
  const lab = await openLab();
  const { id: slow } = await addFault(lab, { effect: { delaySeconds: 600 } });
  const { id: broken } = await addFault(lab, { effect: { errorCode: 'INTERNAL' }, skip: 1 });
  let isAnswered = false;
  const answering = lab.send('GET', 'v1/me').finally(() => (isAnswered = true));
  await expect
    .poll(() => lab.call('GET', 'sandbox/v1/faults'))
    .toMatchObject([{ id: slow, applied: 1 }, { id: broken }]);
  expect(isAnswered).toBe(false);
  await expect
    .poll(async () => {
      await lab.call('POST', 'sandbox/v1/clock/advance', { seconds: 600 });
      return isAnswered;
    })
    .toBe(true);
  const answer = await answering;
  expect([answer.status, answer.headers.get('X-Offcut-Fault')]).toEqual([200, slow]);
});

test.each([0, 5, 100_000])('a connection breaks after %i bytes', async (disconnectAfterBytes) => {
  const lab = await openLab();
  const whole = await (await lab.send('GET', 'v1/me')).text();
  await addFault(lab, { effect: { disconnectAfterBytes }, times: 1 });
  const answer = await lab.send('GET', 'v1/me');
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  let text = '';
  const readAll = async (): Promise<void> => {
    for (let done = false; !done;) {
      const read = await reader?.read();
      text += new TextDecoder().decode(read?.value);
      done = read?.done ?? true;
    }
  };
  await expect(readAll()).rejects.toThrow('A rule of the lab has ended the connection.');
  expect(text).toBe(whole.slice(0, disconnectAfterBytes));
});

test('a run fails with the requested error', async () => {
  const lab = await openLab();
  const material = await lab.offcut.upload(await readTalk());
  const { id } = await addFault(lab, {
    match: { recipeId: 'remove-background' },
    effect: { failRunWith: 'NO_SUBJECT' },
  });
  const answer = await lab.send('POST', 'v1/run/remove-background', { material });
  expect([answer.status, answer.headers.get('X-Offcut-Fault')]).toEqual([422, id]);
  expect(await answer.json()).toMatchObject({ errorCode: 'NO_SUBJECT' });
  const [job] = (await lab.call('GET', 'v1/jobs')) as { id: string; status: string }[];
  expect(job).toMatchObject({ status: 'failed', error: { errorCode: 'NO_SUBJECT' }, creditsCharged: false });
  expect((await lab.send('GET', `v1/jobs/${job?.id}`)).headers.get('X-Offcut-Fault')).toBe(id);
});

test.each([0, 0.5, 1])(
  'a run whose engine crashes at %d resumes, and is lost after the second crash',
  async (crashEngineAt) => {
    const lab = await openLab();
    const material = await lab.offcut.upload(await readTalk());
    await addFault(lab, { effect: { crashEngineAt }, times: 1 });
    const done = await lab.offcut.run('remove-background', { material, quality: 'fast' }, { pollMs: 5 });
    expect(done).toMatchObject({ status: 'completed' });
    expect(done.log?.filter(({ status }) => status === 'running').length).toBeGreaterThan(1);
    const { id } = await addFault(lab, { effect: { crashEngineAt } });
    const lost = await lab.send('POST', 'v1/run/remove-background', { material, quality: 'best' });
    expect([lost.status, lost.headers.get('X-Offcut-Fault')]).toEqual([500, id]);
    expect(await lost.json()).toMatchObject({ errorCode: 'ENGINE_LOST' });
  },
);

test('rules are deleted alone or all together', async () => {
  const lab = await openLab();
  const { id } = await addFault(lab, { effect: { errorCode: 'INTERNAL' } });
  await addFault(lab, { effect: { errorCode: 'INTERNAL' } });
  expect(await lab.call('DELETE', `sandbox/v1/faults/${id}`)).toEqual({ id, deleted: true });
  expect((await lab.send('DELETE', `sandbox/v1/faults/${id}`)).status).toBe(404);
  expect(await lab.call('DELETE', 'sandbox/v1/faults')).toEqual({ deleted: 1 });
  expect((await lab.send('GET', 'v1/me')).status).toBe(200);
});

test.each([
  [{ effect: { errorCode: 'NOT_A_CODE' } }, 'effect.errorCode'],
  [{ match: { operation: 'getMee' }, effect: { errorCode: 'INTERNAL' } }, 'did you mean getMe?'],
  [{ match: { recipeId: 'tightn' }, effect: { errorCode: 'INTERNAL' } }, 'did you mean tighten?'],
  [{ effect: { errorCode: 'INTERNAL', delaySeconds: 1 } }, 'effect'],
])('refuses the rule %j', async (rule, message) => {
  const lab = await openLab();
  const answer = await lab.send('POST', 'sandbox/v1/faults', rule);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
});
