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
  /** Ends the engine as a crash of its browser does, and starts another. */
  readonly crashEngine: () => Promise<void>;
};

/** The programs of `examples/agent`. */
const agents = [
  {
    name: 'SDK',
    edit: ({ baseUrl, apiKey, video }: AgentTarget, title: string, user: User, send: typeof fetch) =>
      editBySdk(new Offcut({ baseUrl, apiKey, fetch: send }), video, title, user),
  },
  {
    name: 'MCP',
    edit: ({ baseUrl, apiKey, video }: AgentTarget, title: string, user: User, send: typeof fetch) =>
      editByMcp({ baseUrl, apiKey, fetch: send }, video, title, user),
  },
];
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
      await setCredits(offcut, 1000);
      const troubles = new Troubles(offcut, target);
      const lines: string[] = [];
      const edited = await edit(
        target,
        name,
        { say: (line) => lines.push(line), addCredits: () => setCredits(offcut, 1000) },
        troubles.fetch,
      );
      expect(edited.type).toBe('video/mp4');
      expect(edited.size).toBeGreaterThan(100);
      expect(troubles.editedReviews).toBe(1);
      expect(troubles.seen).toEqual(['TICKET_EXPIRED', 'INSUFFICIENT_CREDITS', 'crash']);
      expect(lines.filter((line) => /ticket/.test(line))).toHaveLength(1);
      await checkJobs(offcut, name);
    });
  });
}

/** Expects that each recipe ran once, that it was charged once, and that the agent rejected some cuts. */
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

const setCredits = async (offcut: Offcut, credits: number): Promise<void> =>
  void (await offcut.call('setCredits', { body: { credits } }));

/** Provokes each trouble once, at the call that it concerns. */
class Troubles {
  readonly seen: string[] = [];
  /** The number of reviews that reject a cut. */
  editedReviews = 0;
  readonly #offcut: Offcut;
  readonly #target: AgentTarget;

  constructor(offcut: Offcut, target: AgentTarget) {
    this.#offcut = offcut;
    this.#target = target;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const isJson = request.headers.get('Content-Type')?.includes('json');
    const call = `${new URL(request.url).pathname} ${isJson ? await request.clone().text() : ''}`;
    if (/\/v1\/uploads |create_upload/.test(call) && this.#isFirst('TICKET_EXPIRED')) {
      await this.#setTicketSeconds(0);
      const answer = await fetch(request);
      await this.#setTicketSeconds(1800, answer.clone());
      return answer;
    }
    this.editedReviews += Number(call.includes('"isAccepted":false'));
    if (/\/v1\/estimate |"estimate"/.test(call) && this.#isFirst('INSUFFICIENT_CREDITS')) {
      await setCredits(this.#offcut, 0);
    }
    const answer = await fetch(request);
    if (/\/v1\/jobs\/\S+ |"wait_for_job"/.test(call) && this.#isFirst('crash')) {
      await answer.clone().text();
      await this.#target.crashEngine();
    }
    return answer;
  };

  #isFirst(trouble: string): boolean {
    if (this.seen.includes(trouble)) {
      return false;
    }
    this.seen.push(trouble);
    return true;
  }

  /** Sets the validity of the next tickets, when `answer` is complete. */
  async #setTicketSeconds(ticketSeconds: number, answer?: Response): Promise<void> {
    await answer?.text();
    await this.#offcut.call('setCaps', { body: { ticketSeconds } });
  }
}
