import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { DraftCanvas, RunContext } from '#core/protocol/run.ts';

/** Stores the canvas of a proposal, with the created files that it names. */
export async function draftCanvas(
  context: RunContext,
  document: TimelineDocument,
  parts: readonly Asset[],
): Promise<DraftCanvas> {
  const text = JSON.stringify(document);
  // The file has a URL of its own and never changes: another document is another file.
  const step = context.step('draft', text);
  const made = step.file('document', 'json');
  if (!step.isDone) {
    await context.writeText(made, text);
    await step.finish(null);
  }
  const facts = { kind: 'preview', name: 'draft.json', extension: 'json', mimeType: 'application/json' } as const;
  return { document: await context.toAsset({ ...made, ...facts }), parts };
}
