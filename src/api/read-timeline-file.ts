import type { Canvas } from '#core/model/canvas-rows.ts';
import { decodeText } from './decode-text.ts';
import type { Form } from './form.ts';
import { receive } from './ingest.ts';
import { findFilePart } from './multipart.ts';
import { invalid } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { readOtioFile } from './read-otio-file.ts';
import { readProject, type KeepDocument } from './read-project.ts';

/**
 * Creates a canvas from the form's part `file`: a project, or a timeline of OpenTimelineIO. Returns it with sentences about omitted
 * parts. Throws VALIDATION_FAILED, UNSUPPORTED_MEDIA, FILE_TOO_LARGE and STORAGE_FULL.
 */
export async function readTimelineFile(
  context: ApiContext,
  { parts }: Form,
  keep: KeepDocument,
): Promise<{ canvas: Canvas; warnings: readonly string[] }> {
  const { body } = await findFilePart(parts, 'project.zip');
  // A project contains all its media, so the limit for one file is not suitable.
  const limits = { fileBytes: Number.POSITIVE_INFINITY };
  const { canvas, warnings } = await receive(
    context.store,
    body,
    toKind,
    async (received) => {
      const made = await readAs(received.kind, context, await context.store.bytes.read(received.file), keep);
      // The uploaded file itself is not stored, because its contents were copied.
      return { file: null, ...made };
    },
    limits,
  );
  return { canvas, warnings };
}

type Kind = 'project' | 'otio';

async function readAs(kind: Kind, context: ApiContext, file: Blob, keep: KeepDocument) {
  if (kind === 'project') {
    return { canvas: await readProject(context, file, keep), warnings: [] };
  }
  const { document, warnings } = await readOtioFile(context.store, file);
  return { canvas: await keep(document), warnings };
}

function toKind(head: Uint8Array): { kind: Kind } {
  if (head[0] === 0x50 && head[1] === 0x4b) {
    return { kind: 'project' };
  }
  if (decodeText(head.subarray(0, 64)).trimStart().startsWith('{')) {
    return { kind: 'otio' };
  }
  throw invalid([
    {
      path: 'file',
      message: 'the file is neither a project (ZIP) nor a timeline of OpenTimelineIO (JSON); send one of them',
    },
  ]);
}
