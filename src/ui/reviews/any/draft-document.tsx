import type { ComponentChildren } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { ApiError } from '#ui/app/envelope.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

type DraftCanvas = NonNullable<JobView['draftCanvas']>;

/** What a review shows of the canvas that its proposal would make. */
export type ShownDraft = { readonly document: TimelineDocument; readonly assets: DraftCanvas['assets'] };

/** Reads the canvas that a proposal would make; says so where there is none. */
export function DraftDocument(props: { job: JobView; children: (draft: ShownDraft) => ComponentChildren }) {
  const { draftCanvas } = props.job;
  return draftCanvas === undefined ? (
    <p class="note">
      This proposal was made by an earlier version and has no live preview. Its pictures, its table and JSON are all
      there; Regenerate makes one.
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
    throw new ApiError({
      errorCode: 'LOST_ANSWER',
      message: 'The canvas of this proposal did not come.',
      isRetryable: true,
    });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; zod in the page would cost 31 kB
  return (await response.json()) as TimelineDocument;
}
