import type { TaskAnswer, TaskHooks, TaskRunner, TaskWork } from '#core/protocol/engine-tasks.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import type { Bytes } from '#store/bytes.ts';
import { Stills } from '../render/still.ts';
import { readBeats } from './beats.ts';
import { readFacts, readFontFacts } from './facts.ts';
import { drawFilmstrip } from './filmstrip.ts';
import { openMaterial, type Material } from './material.ts';
import { readPeaks } from './peaks.ts';
import { drawThumbnail, type Made } from './thumbnail.ts';

/** The background of images that cannot be transparent; stills can. */
const background = '#000000';

/** Runs tasks on these files. The last file stays open, because the next task probably needs it. */
export function createTaskRunner(bytes: Bytes): TaskRunner {
  const keepOpen = createKeeper();
  const open = ({ file }: AssetFile, hooks: TaskHooks): Promise<Material> =>
    keepOpen(`file:${file}`, async () => openMaterial(await bytes.read(file), hooks));
  const draw = async (work: Extract<TaskWork, { kind: 'frame' }>): Promise<Made> => {
    const { key, atSeconds, ...options } = work;
    const { stills, warnings } = await keepOpen(`frames:${key}`, () => openStills(bytes, { ...options, background }));
    return { blob: await stills.at(atSeconds), notes: {}, warnings: [...warnings] };
  };
  const make = async (work: TaskWork, outputFile: string, hooks: TaskHooks): Promise<Made> => {
    if (work.kind === 'thumbnail') {
      return drawThumbnail(await open(work, hooks), work);
    }
    if (work.kind === 'filmstrip') {
      return drawFilmstrip(await open(work, hooks), work);
    }
    if (work.kind === 'frame') {
      return draw(work);
    }
    // Not named after the material, which a run may decode meanwhile. Files named after a locked file are not garbage-collected.
    const workplace = { bytes, temporaryName: `${outputFile}.part` };
    const file = await bytes.read(work.file);
    const { kind, audioTrack = null } = work;
    return kind === 'peaks' ? readPeaks(file, workplace, audioTrack) : readBeats(file, workplace, audioTrack);
  };
  return {
    inspect: async (file, hooks) =>
      getMediaKind(file.mimeType) === 'font'
        ? readFontFacts(await bytes.read(file.file))
        : readFacts(await open(file, hooks)),
    answer: async (work, outputFile, hooks) => {
      const { blob, notes, warnings = [] } = await make(work, outputFile, hooks);
      return { ...(await write(bytes, outputFile, blob)), notes, warnings: [...warnings] };
    },
  };
}

/** Opens frames of one canvas, with all warnings so far: a damaged item is reported once. */
async function openStills(bytes: Bytes, options: Parameters<typeof Stills.open>[1]) {
  const warnings = new Set<string>();
  const stills = await Stills.open(bytes, options, (sentence) => void warnings.add(sentence));
  return { stills, warnings, close: () => stills.close() };
}

type Closable = { close(): Promise<void> };

/** Caches the last opened resource by its key, and closes it when another one is opened. */
function createKeeper(): <T extends Closable>(key: string, open: () => Promise<T>) => Promise<T> {
  let last: { readonly key: string; readonly opened: Closable } | null = null;
  return async (key, open) => {
    if (last?.key === key) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key is always opened in the same way
      return last.opened as Awaited<ReturnType<typeof open>>;
    }
    await last?.opened.close();
    last = null;
    const opened = await open();
    last = { key, opened };
    return opened;
  };
}

async function write(bytes: Bytes, file: string, blob: Blob): Promise<Omit<TaskAnswer, 'notes' | 'warnings'>> {
  const sink = await bytes.create(file);
  try {
    await sink.write(new Uint8Array(await blob.arrayBuffer()));
    await sink.close();
  } catch (thrown) {
    await sink.abort().catch(() => undefined);
    throw thrown;
  }
  return { file, mimeType: blob.type, sizeBytes: blob.size };
}
