import { describe, expect, it } from 'vitest';
import { labPrefix } from '#operations/lab-tool.ts';
import { tools } from '#operations/tools.ts';
import { connectClient, connectOldClient, type McpClient, type ToolAnswer } from '../support/mcp-clients.ts';
import { createClient, getData, toForm, until } from '#conformance/client.ts';
import type { ContractTarget } from '#conformance/target.ts';

type Job = { id: string; status: string; canvasId: string; finalUrl: string; progress: number };

const names =
  'get_account list_recipes estimate create_upload get_upload list_materials run_recipe get_job list_jobs wait_for_job review_job cancel_job get_canvas edit_canvas export_canvas'.split(
    ' ',
  );

const eras = [
  { era: '2026-07-28', connect: (target: ContractTarget) => connectClient(target) },
  { era: '2025-11-25', connect: connectOldClient },
];

/** The connector for agents: the official clients of both eras call every tool. */
export function mcpSuite(title: string, getTarget: () => ContractTarget): void {
  describe.each(eras)(`${title}, client of $era`, ({ era, connect }) => {
    const open = (): Promise<McpClient> => connect(getTarget());

    it('lists the tools, with schemas, annotations and failures', async () => {
      const client = await open();
      expect(client.protocolVersion).toBe(era);
      expect(client.instructions).toContain('wait_for_job');
      const listed = await client.listTools();
      // The tools of the lab are listed too if programs may use the sandbox.
      const listedTools = listed.tools.filter(({ name }) => !name.startsWith(labPrefix));
      expect(listedTools.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
      for (const tool of listedTools) {
        const known = tools.find(({ name }) => name === tool.name);
        expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object' });
        expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' });
        expect(tool.annotations, tool.name).toMatchObject({ readOnlyHint: known?.isReadOnly });
        expect(known?.failures.filter((code) => !tool.description?.includes(code))).toEqual([]);
      }
    });

    it('runs everything from an upload to an exported file', async () => {
      const target = getTarget();
      const client = await open();
      const http = createClient(target);
      const ask = async <T>(name: string, given: object = {}): Promise<T> =>
        readContent<T>(await client.call(name, given));

      expect(await ask('get_account')).toEqual(getData(await http.call('GET', '/v1/me')));
      expect(await ask('list_recipes')).toEqual({ recipes: getData(await http.call('GET', '/v1/recipes')) });
      expect(await ask('estimate', { recipeId: 'remove-background', durationSeconds: 2 })).toMatchObject({
        credits: 10,
      });

      const { ticket, uploadUrl } = await ask<{ ticket: string; uploadUrl: string }>('create_upload', { purpose: era });
      expect(uploadUrl).toBe(new URL(`upload/${ticket}`, target.baseUrl).href);
      expect(await ask('get_upload', { ticket })).toEqual({ status: 'pending' });
      await http.fill(ticket, toForm(target.fixtures.video, 'clip.mp4'));
      const { material } = await ask<{ material: string }>('get_upload', { ticket });
      const { materials } = await ask<{ materials: { material: string }[] }>('list_materials');
      expect(materials.map((one) => one.material)).toContain(material);

      target.script?.setRunMs(150);
      const input = { ...http.freshInput(material), trim: { startSeconds: 0, endSeconds: 0.2 }, quality: 'fast' };
      const started = await ask<Job & { envelopeId: string }>('run_recipe', { recipeId: 'remove-background', input });
      expect(started.envelopeId).toBe(started.id);
      const job = await waitFor(client, started.id);
      expect(job.answer.structuredContent).toEqual(getData(await http.call('GET', `/v1/jobs/${started.id}`)));
      expect(job.progress.length).toBeGreaterThan(0);
      expect(job.progress).toEqual(job.progress.toSorted((a, b) => a - b));
      await expectResult(target, job.answer);
      // The response to the same run is its job, without another charge.
      const again = await ask<Job>('run_recipe', { recipeId: 'remove-background', input });
      expect(again).toMatchObject({ id: started.id, status: 'completed', envelopeId: started.id });

      const { canvasId } = readContent<Job>(job.answer);
      const canvas = await ask<{ revision: number; document: object }>('get_canvas', { canvasId });
      expect(canvas).toEqual(getData(await http.call('GET', `/v1/canvases/${canvasId}`)));
      const edits = [{ type: 'set-canvas', title: `By ${era}` }];
      const edited = await ask<{ revision: number }>('edit_canvas', { canvasId, revision: canvas.revision, edits });
      expect(edited).toMatchObject({ revision: canvas.revision + 1, document: { title: `By ${era}` } });
      const exported = await ask<Job>('export_canvas', { canvasId, format: 'png' });
      await expectResult(target, (await waitFor(client, exported.id)).answer);
    });

    it('lists jobs in pages, cancels one, and refuses its review', async () => {
      const target = getTarget();
      const client = await open();
      const http = createClient(target);
      const material = await http.upload();
      await http.run(http.freshInput(material));
      target.script?.setRunMs(60_000);
      const input = http.freshInput(material, { smoothing: era === '2026-07-28' ? 11 : 12 });
      const { id } = readContent<Job>(await client.call('run_recipe', { recipeId: 'remove-background', input }));
      const waited = readContent<Job>(await client.call('wait_for_job', { envelopeId: id, timeoutSeconds: 1 }));
      expect(waited.id).toBe(id);
      const reviewed = await client.call('review_job', { envelopeId: id, decision: 'approve' });
      expect(catchFailure(reviewed)).toMatchObject({ errorCode: 'NOT_REVIEWABLE' });
      await client.call('cancel_job', { envelopeId: id });
      const read = async () => readContent<Job>(await client.call('get_job', { envelopeId: id }));
      await until(async () => (await read()).status !== 'running');
      target.script?.setRunMs(20);
      type Page = { jobs: Job[]; nextCursor?: string };
      const first = readContent<Page>(await client.call('list_jobs', { limit: 1 }));
      expect(first.jobs).toMatchObject([{ id }]);
      const second = readContent<Page>(await client.call('list_jobs', { limit: 1, cursor: first.nextCursor }));
      expect(second.jobs).toHaveLength(1);
      expect(second.jobs[0]?.id).not.toBe(id);
    });

    it('returns failures as the API does, without structured content', async () => {
      const client = await open();
      const refused = async (name: string, given: object) => catchFailure(await client.call(name, given));
      expect(await refused('get_job', { envelopeId: 'job_none' })).toMatchObject({
        success: false,
        errorCode: 'JOB_NOT_FOUND',
        retryable: false,
      });
      expect(await refused('wait_for_job', { envelopeId: 'job_none' })).toMatchObject({ errorCode: 'JOB_NOT_FOUND' });
      const input = { material: 'mat_none', smothing: 3 };
      expect(await refused('run_recipe', { recipeId: 'remove-background', input })).toMatchObject({
        errorCode: 'VALIDATION_FAILED',
        details: [{ path: 'smothing', message: 'unknown field; did you mean smoothing?' }],
      });
      expect(await refused('run_recipe', { recipeId: 'remove', input: {} })).toMatchObject({
        details: [{ path: 'recipeId' }],
      });
      expect(
        await refused('run_recipe', { recipeId: 'remove-background', input: { material: 'mat_none' } }),
      ).toMatchObject({ errorCode: 'MATERIAL_NOT_FOUND' });
      expect(await refused('get_canvas', {})).toMatchObject({ details: [{ path: 'canvasId' }] });
      expect(await refused('wait_for_job', { envelopeId: 'job_none', timeoutSeconds: 51 })).toMatchObject({
        details: [{ path: 'timeoutSeconds' }],
      });
      await expect(client.call('no_such_tool')).rejects.toMatchObject({ code: -32602 });
    });
  });
}

/** Calls until a job ends. Collects the messages on the way. */
async function waitFor(client: McpClient, envelopeId: string): Promise<{ answer: ToolAnswer; progress: number[] }> {
  const progress: number[] = [];
  const answer = await until(async () => {
    const given = { envelopeId, timeoutSeconds: 40 };
    const one = await client.call('wait_for_job', given, (told) => progress.push(told.progress));
    return !['queued', 'running'].includes(readContent<Job>(one).status) && one;
  }, 240_000);
  expect(readContent<Job>(answer)).toMatchObject({ id: envelopeId, status: 'completed' });
  return { answer, progress };
}

/** Checks that a completed job links its result, which can be fetched without a key. */
async function expectResult(target: ContractTarget, answer: ToolAnswer): Promise<void> {
  const link = answer.content.find(({ type }) => type === 'resource_link');
  expect(link).toMatchObject({ uri: readContent<Job>(answer).finalUrl, name: expect.stringMatching(/\.(webm|png)$/) });
  const file = await target.fetch(link?.uri ?? '');
  expect(file.headers.get('Content-Type')).toBe(link?.mimeType);
  expect((await file.arrayBuffer()).byteLength).toBe(link?.size);
}

/** Returns the result of a tool, which is in its text as well. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it expects
export function readContent<T>({ content, structuredContent, isError }: ToolAnswer): T {
  expect(isError, content[0]?.text).not.toBe(true);
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent as T;
}

/** Returns the failure of a tool, which is in its text alone. */
export function catchFailure({ content, structuredContent, isError }: ToolAnswer): Record<string, unknown> {
  expect(isError).toBe(true);
  expect(structuredContent).toBeUndefined();
  return JSON.parse(content[0]?.text ?? '') as Record<string, unknown>;
}
