import type { ComponentChildren } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

type DraftCanvas = NonNullable<JobView['draftCanvas']>;

/** The canvas that a review previews: the one that its proposal would create. */
export type ShownDraft = { readonly document: TimelineDocument; readonly assets: DraftCanvas['assets'] };

/** Fetches the canvas that a proposal would create. Shows a note if the proposal has none. */
export function DraftDocument(props: { job: JobView; children: (draft: ShownDraft) => ComponentChildren }) {
  const { draftCanvas } = props.job;
  return draftCanvas === undefined ? (
    <p class="note">
      An earlier version of Offcut created this proposal, so it has no live preview. Its images, its table and its JSON
      are available. Regenerate it to get a live preview.
    </p>
  ) : (
    <Loaded draftCanvas={draftCanvas}>{props.children}</Loaded>
  );
}

function Loaded(props: { draftCanvas: DraftCanvas; children: (draft: ShownDraft) => ComponentChildren }) {
  const { documentUrl, assets } = props.draftCanvas;
  const { loaded, again } = useLoad((signal) => readDocument(documentUrl, signal), documentUrl);
  return (
    <Reading loaded={loaded} again={again}>
      {(document) => props.children({ document, assets })}
    </Reading>
  );
}

async function readDocument(url: string, signal: AbortSignal): Promise<TimelineDocument> {
  const response = await fetch(url, { signal });
  if (!response.ok) {
    throw new OffcutError({
      code: 'LOST_ANSWER',
      message: 'Could not load the canvas of this proposal.',
      retryable: true,
    });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file that Offcut wrote; zod in the page would cost 31 kB
  return (await response.json()) as TimelineDocument;
}
