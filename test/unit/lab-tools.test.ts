import { expect, test } from 'vitest';
import { markSandbox } from '#bridge/server/guard.ts';
import { openLab, type LabTarget } from '../support/lab.ts';

type Answer = {
  result?: { tools?: { name: string }[]; structuredContent?: unknown; isError?: boolean };
  error?: object;
};

async function ask({ send }: LabTarget, method: string, params: object, isOpen = true): Promise<Answer> {
  const headers = { Accept: 'application/json', ...(isOpen && { 'Offcut-Sandbox': '1' }) };
  const answer = await send('POST', 'api/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
  return (await answer.json()) as Answer;
}

const callTool = async (lab: LabTarget, name: string, given: object = {}): Promise<unknown> => {
  const { result } = await ask(lab, 'tools/call', { name, arguments: given });
  expect(result?.isError).not.toBe(true);
  return result?.structuredContent;
};

test('the tools of the lab are listed only for a program that may control the sandbox', async () => {
  const lab = await openLab();
  const list = async (isOpen: boolean): Promise<string[]> => {
    const { result } = await ask(lab, 'tools/list', {}, isOpen);
    return (result?.tools ?? []).map(({ name }) => name).filter((name) => name.startsWith('lab_'));
  };
  expect(await list(false)).toEqual([]);
  expect(await list(true)).toEqual([
    'lab_set_credits',
    'lab_set_plan',
    'lab_set_caps',
    'lab_get',
    'lab_set_clock',
    'lab_advance_clock',
    'lab_list_faults',
    'lab_add_fault',
    'lab_delete_faults',
    'lab_delete_fault',
    'lab_set_latency',
    'lab_control_engine',
    'lab_set_seed',
    'lab_list_requests',
    'lab_replay_request',
    'lab_list_snapshots',
    'lab_take_snapshot',
    'lab_restore_snapshot',
    'lab_get_diff',
  ]);
  expect(await ask(lab, 'tools/call', { name: 'lab_get', arguments: {} }, false)).toMatchObject({ error: {} });
});

test('the tools of the lab control it', async () => {
  const lab = await openLab();
  expect(await callTool(lab, 'lab_set_clock', { mode: 'offset', seconds: 60 })).toMatchObject({ seconds: 60 });
  expect(await callTool(lab, 'lab_advance_clock', { seconds: 60 })).toMatchObject({ seconds: 120 });
  const { id } = (await callTool(lab, 'lab_add_fault', { effect: { errorCode: 'RATE_LIMITED' }, times: 1 })) as {
    id: string;
  };
  expect(await callTool(lab, 'lab_list_faults')).toMatchObject({ faults: [{ id }] });
  expect((await lab.send('GET', 'v1/me')).status).toBe(429);
  expect(await callTool(lab, 'lab_list_requests', { status: 429 })).toMatchObject({ requests: [{ faultId: id }] });
  expect(await callTool(lab, 'lab_delete_fault', { faultId: id })).toMatchObject({ deleted: true });
  expect(await callTool(lab, 'lab_set_latency', { kind: 'fixed', seconds: 0 })).toEqual({ kind: 'fixed', seconds: 0 });
  expect(await callTool(lab, 'lab_control_engine', { action: 'crash' })).toMatchObject({ state: 'crashed' });
  expect(await callTool(lab, 'lab_set_seed', { seed: null })).toEqual({ seed: null });
  expect(await callTool(lab, 'lab_get')).toMatchObject({ isActive: true, engine: { state: 'crashed' } });
});

test('the local server marks the requests of programs if the sandbox is open, and no others', () => {
  const sent = ['Host', 'localhost', 'Offcut-Sandbox', '1', 'Accept', '*/*'];
  expect(markSandbox(sent, false)).toEqual(['Host', 'localhost', 'Accept', '*/*']);
  expect(markSandbox(sent.slice(0, 2), true)).toEqual(['Host', 'localhost', 'offcut-sandbox', '1']);
});

test('the tools of the lab take and restore a snapshot', async () => {
  const lab = await openLab();
  await callTool(lab, 'lab_take_snapshot', { name: 'one' });
  await lab.send('PUT', 'sandbox/v1/credits', { credits: 7 });
  expect(await callTool(lab, 'lab_get_diff', { since: 'one' })).toMatchObject({ credits: { difference: -493 } });
  await callTool(lab, 'lab_restore_snapshot', { name: 'one' });
  expect(await callTool(lab, 'lab_get_diff', { since: 'one' })).toMatchObject({ credits: { difference: 0 } });
  expect(await callTool(lab, 'lab_list_snapshots')).toMatchObject({ snapshots: [{ name: 'one' }] });
});
