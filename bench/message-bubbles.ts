import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { chatDocument, type ChatStyle } from '../src/recipes/message-bubbles/document.ts';
import { getMoments } from '../src/recipes/message-bubbles/moments.ts';
import type { ScriptMessage } from '../src/recipes/message-bubbles/script.ts';
import { timeScript } from '../src/recipes/message-bubbles/timing.ts';
import { openRenderPage, type RenderPage } from '../test/support/render-page.ts';
import { loopClip } from './support/loop-clip.ts';
import { median } from './support/median.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures message bubbles on 720p at 30 frames/s: the seconds of video rendered in a second, and the time of the preview images of
 * a proposal. The script is a pure function whose time is negligible. All values are medians.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/message-bubbles.ts [--seconds 20] [--runs 3] [--json docs/benchmarks/bubbles.json]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '3' },
    clip: { type: 'string' },
    json: { type: 'string' },
  },
});

const seconds = Number(values.seconds);
const runs = Number(values.runs);
const [width, height, frameRate] = [1280, 720, 30];
const root = resolve(import.meta.dirname, '..');

const said = [
  'Did you see the demo yet?',
  'Watching it right now 👀',
  'And? What do you think of it, now that it does all this by itself?',
  'Honestly, I expected less. The hair alone is worth it!',
  '今日はとても良い天気ですね。「散歩」に行きましょう！',
  'هل يمكنك إرسال الرابط من فضلك؟',
];

const makeScript = (count: number): ScriptMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    from: index % 2 === 0 ? 'them' : 'me',
    text: said[index % said.length] ?? '',
    ...(index % 5 === 2 && { reaction: '🔥' }),
    ...(index % 2 === 1 && { receipt: 'read' as const }),
  }));

const scenes: readonly (readonly [name: string, look: ChatStyle['layout'], count: number, onClip: boolean])[] = [
  ['overlay, 6 messages', 'overlay', 6, true],
  ['overlay, one message a second', 'overlay', seconds, true],
  ['chat, one message a second', 'chat', seconds, true],
  ['chat alone, one message a second', 'chat', seconds, false],
];

function makeDocument(layout: ChatStyle['layout'], count: number, onClip: boolean): TimelineDocument {
  const { messages } = timeScript(makeScript(count), seconds);
  return chatDocument({
    title: 'bench',
    width,
    height,
    frameRate,
    durationSeconds: seconds,
    look: { layout, side: 'right', style: 'blue', contactName: 'Maya', scale: 1 },
    messages,
    getImageId: () => undefined,
    sourceId: onClip ? 'clip' : null,
    cutOutId: null,
    sounds: null,
    background: onClip ? null : '#dfe3ea',
  });
}

async function measure(page: RenderPage, files: Record<string, string>, document: TimelineDocument) {
  const videos: number[] = [];
  const pictures: number[] = [];
  for (let run = 0; run < runs; run++) {
    videos.push((await page.render({ files, document })).seconds);
    pictures.push(await measurePictures(page, files, document));
  }
  return { video: seconds / median(videos), pictures: median(pictures) };
}

/** Renders all preview images of a proposal, one after the other. */
async function measurePictures(page: RenderPage, files: Record<string, string>, document: TimelineDocument) {
  let sum = 0;
  for (const at of getMoments(timeScript(makeScript(6), seconds).messages, seconds)) {
    const span = { startSeconds: at, endSeconds: at };
    sum += (await page.render({ files, document, format: 'png', span, width: 960, height: 540 })).seconds;
  }
  return sum;
}

const folder = await mkdtemp(join(tmpdir(), 'offcut-bubbles-bench-'));
const page = await openRenderPage();
try {
  const picture = values.clip ?? join(root, 'public/sample/presenter.mp4');
  const clip = loopClip(join(folder, 'clip.mp4'), picture, null, seconds);
  const rows: (string | number)[][] = [];
  for (const [name, layout, count, onClip] of scenes) {
    const { video, pictures } = await measure(page, onClip ? { clip } : {}, makeDocument(layout, count, onClip));
    rows.push([name, round(video, 2), round(pictures, 1)]);
    console.log(rows.at(-1)?.join('  '));
  }
  if (values.json) {
    keepTable(values.json, {
      title: 'Message bubbles',
      command: 'npx tsx --tsconfig test/tsconfig.json bench/message-bubbles.ts',
      measured: today(),
      notes: [
        `${seconds} s of 1280x720 at 30 frames/s to MP4 without audio, medians of ${runs} runs on two cores without a GPU.`,
      ],
      columns: ['video', 'seconds of video a second', 'preview images, s'],
      rows,
    });
  }
} finally {
  await page.close();
  await rm(folder, { recursive: true, force: true });
}
