import { expect, test } from 'vitest';
import { openLab, readTalk } from '../support/lab.ts';

test('a paused engine keeps runs in the queue until it resumes', async () => {
  const { call, offcut } = await openLab({ runs: { 'remove-background': { seconds: 600 } } });
  const material = await offcut.upload(await readTalk());
  const running = offcut.run('remove-background', { material, quality: 'fast' }, { pollMs: 5 });
  await expect.poll(() => call('GET', 'v1/jobs')).toMatchObject([{ status: 'running' }]);
  expect(await call('POST', 'sandbox/v1/engine', { action: 'pause' })).toEqual({ state: 'paused', factor: 1 });
  await expect.poll(() => call('GET', 'v1/jobs')).toMatchObject([{ status: 'queued' }]);
  await call('POST', 'sandbox/v1/engine', { action: 'resume' });
  await expect.poll(() => call('GET', 'v1/jobs')).toMatchObject([{ status: 'running' }]);
  for (let step = 0; step < 12; step += 1) {
    await call('POST', 'sandbox/v1/clock/advance', { seconds: 60 });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await running).toMatchObject({ status: 'completed' });
});

test('a crashed engine leaves its run, and refuses new ones, until it is restarted', async () => {
  const { call, send, offcut, emulator } = await openLab();
  emulator.setSeconds(600);
  const material = await offcut.upload(await readTalk());
  const running = offcut.run('remove-background', { material, quality: 'fast' }, { pollMs: 5 });
  await expect.poll(() => call('GET', 'v1/jobs')).toMatchObject([{ status: 'running' }]);
  await call('POST', 'sandbox/v1/engine', { action: 'crash' });
  const refused = await send('POST', 'v1/run/tighten', { material });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await call('GET', 'v1/jobs')).toMatchObject([{ status: 'running' }]);
  emulator.setSeconds(0);
  await call('POST', 'sandbox/v1/engine', { action: 'restart' });
  expect(await running).toMatchObject({ status: 'completed' });
});

test('a restart interrupts the run without a loss', async () => {
  const { call, offcut, emulator } = await openLab();
  emulator.setSeconds(600);
  const material = await offcut.upload(await readTalk());
  const running = offcut.run('remove-background', { material, quality: 'fast' }, { pollMs: 5 });
  for (let times = 1; times <= 3; times += 1) {
    const isRunning = async (): Promise<number> => {
      const [job] = await emulator.store.list('jobs');
      return job?.status === 'running' ? job.log.filter(({ status }) => status === 'queued').length : 0;
    };
    await expect.poll(isRunning).toBe(times);
    await call('POST', 'sandbox/v1/engine', { action: 'restart' });
  }
  emulator.setSeconds(0);
  expect(await running).toMatchObject({ status: 'completed' });
});

test('a slow engine takes a multiple of the time', async () => {
  const { call, offcut, emulator } = await openLab();
  emulator.setSeconds(10);
  await call('POST', 'sandbox/v1/engine', { action: 'slow', factor: 50 });
  const material = await offcut.upload(await readTalk());
  const running = offcut.run('remove-background', { material, quality: 'fast' }, { pollMs: 5 });
  await expect.poll(() => call('GET', 'v1/jobs')).toMatchObject([{ status: 'running', etaSeconds: 500 }]);
  await call('POST', 'sandbox/v1/clock/advance', { seconds: 100 });
  await expect.poll(() => call('GET', 'v1/jobs')).toMatchObject([{ status: 'running' }]);
  await call('POST', 'sandbox/v1/engine', { action: 'slow', factor: 1 });
  expect(await running).toMatchObject({ status: 'completed' });
});

test('the latency delays calls, and the clock ends it', async () => {
  const { call, send } = await openLab();
  await call('PUT', 'sandbox/v1/latency', { kind: 'fixed', seconds: 60 });
  let isAnswered = false;
  const answering = send('GET', 'v1/me').finally(() => (isAnswered = true));
  await call('GET', 'sandbox/v1/account');
  expect(isAnswered).toBe(false);
  await expect
    .poll(async () => {
      await call('POST', 'sandbox/v1/clock/advance', { seconds: 60 });
      return isAnswered;
    })
    .toBe(true);
  expect((await answering).status).toBe(200);
});

test('a log-normal latency repeats its delays', async () => {
  const draw = async (seed: number): Promise<number[]> => {
    const { call, emulator } = await openLab();
    const latency = await call('PUT', 'sandbox/v1/latency', { kind: 'lognormal', medianSeconds: 0.2, seed });
    expect(latency).toEqual({ kind: 'lognormal', medianSeconds: 0.2, sigma: 0.5, seed });
    return Array.from({ length: 101 }, () => emulator.lab.drawLatency());
  };
  const delays = await draw(1);
  expect(delays.toSorted((a, b) => a - b)[50]).toBeCloseTo(0.2, 1);
  expect(await draw(1)).toEqual(delays);
  expect(await draw(2)).not.toEqual(delays);
});

test('the summary says what the lab has changed', async () => {
  const { call } = await openLab();
  const unchanged = {
    isActive: false,
    clock: { mode: 'real' },
    faults: 0,
    latency: { kind: 'none' },
    engine: { state: 'running', factor: 1 },
    seed: null,
  };
  expect(await call('GET', 'sandbox/v1/lab')).toMatchObject(unchanged);
  const changes = [
    ['PUT', 'clock', { mode: 'offset', seconds: 5 }],
    ['POST', 'faults', { effect: { errorCode: 'INTERNAL' } }],
    ['PUT', 'latency', { kind: 'fixed', seconds: 0 }],
    ['POST', 'engine', { action: 'pause' }],
    ['PUT', 'seed', { seed: 7 }],
  ] as const;
  for (const [method, path, body] of changes) {
    await call(method, `sandbox/v1/${path}`, body);
    expect(await call('GET', 'sandbox/v1/lab')).toMatchObject({ isActive: true });
  }
  expect(await call('GET', 'sandbox/v1/lab')).toMatchObject({
    clock: { mode: 'offset', seconds: 5 },
    faults: 1,
    latency: { kind: 'fixed', seconds: 0 },
    engine: { state: 'paused', factor: 1 },
    seed: 7,
  });
  await call('POST', 'sandbox/v1/reset', {});
  expect(await call('GET', 'sandbox/v1/lab')).toMatchObject(unchanged);
});
