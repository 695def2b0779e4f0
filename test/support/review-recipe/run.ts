import { Failure } from '#core/lib/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { draftCanvas } from '../../../src/recipes/run-helpers/draft-canvas.ts';
import type { MadeFile, ReviewedRun, RunContext } from '#core/protocol/run.ts';
import type * as z from 'zod';
import type { Bytes } from '#store/bytes.ts';
import { toProposal, type Proposal, type cutBeginning } from './recipe.ts';

type Input = z.output<(typeof cutBeginning)['input']>;

/** A PNG of one pixel. */
const picture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

const beforeSeconds = 10;

/**
 * The run of the test recipe. It analyses once for each duration of a cut, and its result is the unchanged material.
 */
export const createReviewRun = (bytes: Bytes): ReviewedRun<Input, Proposal> & { readonly analysed: number[] } => {
  const analysed: number[] = [];
  return {
    analysed,
    propose: async (context, { cutSeconds }, before) => {
      if (cutSeconds > beforeSeconds) {
        throw new Failure('NO_SUBJECT');
      }
      const step = context.step('analysis', String(cutSeconds));
      const made = step.file('preview', 'png');
      if (!step.isDone) {
        analysed.push(cutSeconds);
        await write(bytes, made, picture);
        await step.finish({ cutSeconds });
      }
      const asset = await context.toAsset({
        ...made,
        kind: 'preview',
        name: 'cut.png',
        extension: 'png',
        mimeType: 'image/png',
      });
      const cuts = before?.cuts.slice(1) ?? [];
      const first = { id: 'first', startSeconds: 0, endSeconds: cutSeconds };
      return {
        proposal: toProposal([first, ...cuts], beforeSeconds),
        previews: [{ atSeconds: 0, asset }],
        draft: await draftCanvas(context, emptyDocument(`${cutSeconds} s are cut`), []),
        warnings: ['a note'],
      };
    },
    make: async (context, { cutSeconds }, { afterSeconds, cuts }) => {
      const analysis = context.step('analysis', String(cutSeconds));
      const render = context.step('render', JSON.stringify(cuts));
      const made = render.file('result', 'mp4');
      await write(bytes, made, await readMaterial(bytes, context));
      const asset = await context.toAsset({
        ...made,
        kind: 'result',
        name: 'cut.mp4',
        extension: 'mp4',
        mimeType: 'video/mp4',
      });
      return {
        assets: [asset],
        resultId: asset.id,
        document: emptyDocument(
          `${cuts.length} cuts, ${afterSeconds} s, ${analysis.isDone ? 'analysed before' : 'not analysed'}`,
        ),
        warnings: [],
        durationSeconds: afterSeconds,
      };
    },
  };
};

const emptyDocument = (title: string): TimelineDocument => ({
  version: 2,
  title,
  width: 2,
  height: 2,
  frameRate: 30,
  background: { type: 'transparent' },
  tracks: [],
  markers: [],
});

async function readMaterial(bytes: Bytes, { materials }: RunContext): Promise<Uint8Array<ArrayBuffer>> {
  const file = await bytes.read(materials[0]?.file ?? '');
  return new Uint8Array(await file.arrayBuffer());
}

async function write(bytes: Bytes, { file }: MadeFile, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const sink = await bytes.create(file);
  await sink.write(content);
  await sink.close();
}
