import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { interchangeFormats } from '#core/timeline/interchange/interchange.ts';
import type { RunContext } from '#core/protocol/run.ts';
import { toCutCsv, type CutList } from '../cut-list.ts';

type Parts = {
  readonly name: string;
  readonly document: TimelineDocument;
  readonly list: CutList;
  readonly clip: Asset;
};

/** The additional formats of the edit, for other editors. */
const formats = ['edl', 'fcpxml', 'otio'] as const;

/** Writes the edit for other editors, and the list of cuts for a spreadsheet. An impossible format is a warning. */
export async function writeSidecars(
  context: RunContext,
  { name, document, list, clip }: Parts,
): Promise<{ readonly sidecars: Asset[]; readonly warnings: string[] }> {
  const step = context.step('cut-list', JSON.stringify([list, document]));
  const files = { [clip.id]: { name: clip.name, url: encodeURIComponent(clip.name), facts: clip.facts } };
  const sidecars: Asset[] = [];
  const warnings: string[] = [];
  const add = async (extension: string, mimeType: string, text: string): Promise<void> => {
    const made = step.file(extension, extension);
    await context.writeText(made, text);
    const facts = { kind: 'sidecar', name: `${name}.${extension}`, extension, mimeType } as const;
    sidecars.push(await context.toAsset({ ...made, ...facts }));
  };
  for (const format of formats) {
    const { mimeType, write } = interchangeFormats[format];
    const text = orWarning(() => write(document, files), warnings);
    if (text !== null) {
      await add(format, mimeType, text);
    }
  }
  await add('csv', interchangeFormats.csv.mimeType, toCutCsv(list));
  await step.finish(null);
  return { sidecars, warnings };
}

function orWarning(write: () => string, warnings: string[]): string | null {
  try {
    return write();
  } catch (thrown) {
    if (!(thrown instanceof Failure)) {
      throw thrown;
    }
    warnings.push(thrown.message);
    return null;
  }
}
