// An agent that edits a video with the typed client.
// Run: OFFCUT_API_KEY=vk_... node examples/agent/sdk.ts talk.mp4
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Offcut, OffcutError, type Decision, type Job } from 'offcut/client';

/** The user for whom the agent works. */
export type User = {
  /** Shows a line of text. */
  readonly say: (line: string) => void;
  /** Resolves when the user has added credits. Rejects to give up. */
  readonly addCredits: (reason: string) => Promise<void>;
};

/** Removes the pauses of a video, puts a title behind the speaker, and returns the exported file. */
export async function editVideo(offcut: Offcut, video: File, title: string, user: User): Promise<Blob> {
  const attempt = <T>(step: () => Promise<T>): Promise<T> => persist(step, user);
  const onProgress = ({ recipeId, stage, progress }: Job): void =>
    user.say(`${recipeId}: ${stage}, ${Math.round(progress * 100)} %`);

  const material = await attempt(() => offcut.upload(video));
  await attempt(() => checkPrices(offcut, user));
  // A repeated run joins the first one: it starts nothing twice, and is not charged twice.
  const tight = await attempt(() => offcut.run('tighten', { material }, { review: keepLastPause, onProgress }));
  const titled = await attempt(() =>
    offcut.run('text-behind', { material: tight.finalUrl ?? '', text: title, autoApprove: true }, { onProgress }),
  );
  const canvasId = titled.canvasId ?? '';
  await attempt(() => nameCanvas(offcut, canvasId, title));
  const { id } = await attempt(() => offcut.canvases.export(canvasId, { format: 'mp4' }));
  const exported = await attempt(() => offcut.follow(id, { onProgress }));
  return offcut.download(exported.finalUrl ?? '');
}

/** Reports the prices. Throws the first blocker, as the run itself would. */
async function checkPrices(offcut: Offcut, { say }: User): Promise<void> {
  for (const recipeId of ['tighten', 'text-behind'] as const) {
    const { credits, etaSeconds, blockers } = await offcut.call('getEstimate', { query: { recipeId } });
    const [blocker] = blockers;
    if (blocker) {
      throw new OffcutError(blocker);
    }
    say(`${recipeId} costs ${credits} credits and takes about ${Math.round(etaSeconds)} s.`);
  }
}

type Cut = { readonly isAccepted: boolean };

/** Approves the proposed cuts, but keeps the pause at the end, so that the video does not end abruptly. */
function keepLastPause(proposal: Readonly<Record<string, unknown>>): Decision {
  const cuts = (proposal['cuts'] as readonly Cut[]).map((cut, index, all) =>
    index > 0 && index === all.length - 1 ? { ...cut, isAccepted: false } : cut,
  );
  return { decision: 'approve', proposal: { ...proposal, cuts } };
}

/** Changes the title of a canvas. Edits belong to a revision. After another change, reads the new one and tries again. */
async function nameCanvas(offcut: Offcut, canvasId: string, title: string): Promise<void> {
  const { revision } = await offcut.canvases.get(canvasId);
  try {
    await offcut.canvases.edit(canvasId, { revision, edits: [{ type: 'set-canvas', title }] });
  } catch (thrown) {
    if (!(thrown instanceof OffcutError) || thrown.code !== 'REVISION_CONFLICT') {
      throw thrown;
    }
    await nameCanvas(offcut, canvasId, title);
  }
}

/** Repeats a step until it succeeds, five times at most. Throws errors that a repetition cannot solve. */
async function persist<T>(step: () => Promise<T>, user: User, attempts = 1): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof OffcutError) || attempts === 5) {
      throw thrown;
    }
    await recover(thrown, user);
  }
  return persist(step, user, attempts + 1);
}

/** Does what makes sense before a repetition. Throws the error if nothing does. */
async function recover(error: OffcutError, { say, addCredits }: User): Promise<void> {
  if (error.code === 'INSUFFICIENT_CREDITS') {
    return addCredits(error.message);
  }
  if (error.code === 'TICKET_EXPIRED' || error.code === 'TICKET_USED') {
    return say('The upload ticket is no longer valid. Uploading with a new one.');
  }
  if (!error.retryable) {
    throw error;
  }
  // The client has already retried for some seconds, so this takes longer: for example, no tab of Offcut is open.
  say(`${error.message} Trying again.`);
  await new Promise((resolve) => setTimeout(resolve, 2000));
}

async function main([path, title = 'HELLO']: readonly string[]): Promise<void> {
  const { OFFCUT_URL: baseUrl = 'http://127.0.0.1:8787', OFFCUT_API_KEY: apiKey } = process.env;
  if (path === undefined || apiKey === undefined) {
    throw new Error('Usage: OFFCUT_API_KEY=vk_... node examples/agent/sdk.ts VIDEO [TITLE]');
  }
  const video = new File([await openAsBlob(path)], basename(path));
  const edited = await editVideo(new Offcut({ baseUrl, apiKey }), video, title, {
    say: (line) => console.log(line),
    addCredits: (reason) => Promise.reject(new Error(`${reason} Add credits in the workspace, then start again.`)),
  });
  await writeFile('edited.mp4', edited.stream());
  console.log('Wrote edited.mp4.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(process.argv.slice(2));
}
