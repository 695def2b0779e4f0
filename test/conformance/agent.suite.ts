import { describe, expect, test } from 'vitest';
import { editVideo as editByMcp } from '../../examples/agent/mcp.ts';
import { editVideo as editBySdk } from '../../examples/agent/sdk.ts';
import { Offcut } from '#client/client.ts';

export type AgentTarget = {
  /** The root of the API, with a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The clip of a person who speaks and pauses. */
  readonly video: File;
};

/** The programs of `examples/agent`. */
const agents = [
  {
    name: 'SDK',
    edit: (target: Sent, title: string, user: User) => editBySdk(new Offcut(target), target.video, title, user),
  },
  {
    name: 'MCP',
    edit: (target: Sent, title: string, user: User) => editByMcp(target, target.video, title, user),
  },
];
type Sent = AgentTarget & { readonly fetch: typeof fetch };
type User = Parameters<typeof editBySdk>[3];

/** The agents of the examples edit a video while tickets expire, credits run out and the engine crashes. */
export function agentSuite(title: string, getTarget: () => AgentTarget): void {
  describe(title, () => {
    test.each(agents)('the $name agent edits a video', async ({ name, edit }) => {
      const target = getTarget();
      const offcut = new Offcut(target);
      // Their results would be reused.
      for await (const { id } of offcut.jobs.list()) {
        await offcut.jobs.delete(id);
      }
      await provoke(offcut);
      const lines: string[] = [];
      let editedReviews = 0;
      const send: typeof fetch = (input, init) => {
        editedReviews += Number(typeof init?.body === 'string' && init.body.includes('"isAccepted":false'));
        return fetch(input, init);
      };
      const edited = await edit({ ...target, fetch: send }, name, {
        say: (line) => lines.push(line),
        addCredits: () => setCredits(offcut, 1000),
      });
      expect(edited.type).toBe('video/mp4');
      expect(edited.size).toBeGreaterThan(100);
      expect((await offcut.call('listFaults')).map(({ applied }) => applied)).toEqual([1, 1]);
      expect(editedReviews).toBe(1);
      expect(lines.filter((line) => /ticket/.test(line))).toHaveLength(1);
      await checkJobs(offcut, name);
    });
  });
}

/** Expects that each recipe ran once, and that it was charged once. */
async function checkJobs(offcut: Offcut, title: string): Promise<void> {
  const jobs = await offcut.call('listJobs', { query: { limit: 3 } });
  expect(jobs.map(({ recipeId, status }) => `${recipeId}: ${status}`)).toEqual([
    'export: completed',
    'text-behind: completed',
    'tighten: completed',
  ]);
  const { creditsRemaining } = await offcut.call('getMe');
  expect(creditsRemaining).toBe(1000 - jobs.reduce((sum, { credits }) => sum + credits, 0));
  const [canvas] = await offcut.call('listCanvases');
  expect(canvas?.title).toBe(title);
}

/** Lets the first upload ticket expire and the first run crash, and empties the balance. */
async function provoke(offcut: Offcut): Promise<void> {
  await offcut.call('deleteFaults');
  const faults = [
    { match: { operation: 'fillUpload' }, effect: { errorCode: 'TICKET_EXPIRED' } },
    { match: { recipeId: 'tighten' }, effect: { crashEngineAt: 0.5 } },
  ] as const;
  for (const fault of faults) {
    await offcut.call('addFault', { body: { ...fault, times: 1 } });
  }
  await setCredits(offcut, 0);
}

const setCredits = async (offcut: Offcut, credits: number): Promise<void> =>
  void (await offcut.call('setCredits', { body: { credits } }));
