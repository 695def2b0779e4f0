/** A run of a page: the recipe, its field for materials, the id of the input with the files, and the status at which it ends. */
export type PageRun = {
  readonly recipe: string;
  readonly field: string;
  readonly clip: string;
  readonly end: string;
  readonly body: object;
  readonly engineLockName: string;
};

/** Times in milliseconds since the navigation; `stages` are the first reports of each stage. */
export type PageMarks = {
  readonly api: number;
  readonly engine: number;
  readonly called: number;
  readonly accepted: number;
  readonly running: number;
  readonly ended: number;
  readonly stages: Readonly<Record<string, number>>;
};

/**
 * Uploads files and runs a recipe, in the page, as a program of the site would. It has no named functions, because the page lacks the
 * helpers that the compiler adds for them.
 */
export async function runInPage({ recipe, field, clip, end, body, engineLockName }: PageRun): Promise<PageMarks> {
  const marks: Record<string, number> = {};
  const stages: Record<string, number> = {};
  while (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const json = { 'Content-Type': 'application/json' };
  const session = await fetch('/sandbox/v1/session', { method: 'POST', headers: json, body: '{}' });
  const { data } = (await session.json()) as { data: { apiKey: string } };
  marks['api'] = performance.now();
  const engine = (async () => {
    for (;;) {
      const { held = [] } = await navigator.locks.query();
      if (held.some(({ name }) => name === engineLockName)) {
        marks['engine'] = performance.now();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const headers = { ...json, Authorization: `Bearer ${data.apiKey}`, Prefer: 'respond-async' };
  const files = [...((document.querySelector(`#${clip}`) as HTMLInputElement).files ?? [])];
  const materials: string[] = [];
  for (const file of files) {
    const opened = await fetch('/v1/uploads', { method: 'POST', headers, body: '{}' });
    const { ticket } = ((await opened.json()) as { data: { ticket: string } }).data;
    const form = new FormData();
    form.append('file', file, file.name);
    const filled = await fetch(`/v1/uploads/${ticket}/file`, { method: 'POST', body: form });
    materials.push(((await filled.json()) as { data: { material: string } }).data.material);
  }
  marks['called'] = performance.now();
  const given = { ...body, [field]: field === 'materials' ? materials : materials[0] };
  const call = await fetch(`/v1/run/${recipe}`, { method: 'POST', headers, body: JSON.stringify(given) });
  const answer = (await call.json()) as { data: { id: string } };
  if (!call.ok) {
    throw new Error(JSON.stringify(answer));
  }
  marks['accepted'] = performance.now();
  const { Authorization } = headers;
  const events = await fetch(`/v1/jobs/${answer.data.id}/events`, { headers: { Authorization } });
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (marks['ended'] === undefined) {
    const piece = await reader?.read();
    if (!piece || piece.done) {
      throw new Error('The events ended before the job.');
    }
    text += piece.value;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines.filter((one) => one.startsWith('data: {'))) {
      const job = JSON.parse(line.slice('data: '.length)) as {
        status: string;
        stage: string;
        error: unknown;
      };
      const now = performance.now();
      stages[job.stage] ??= now;
      if (job.status !== 'queued') {
        marks['running'] ??= now;
      }
      if (job.error) {
        throw new Error(JSON.stringify(job.error));
      }
      if (job.status === end) {
        marks['ended'] = now;
      }
    }
  }
  await reader?.cancel();
  await engine;
  return { ...marks, stages } as unknown as PageMarks;
}
