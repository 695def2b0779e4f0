import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { knownMattes } from '#core/model/manifest.ts';
import { findJudges } from '#core/model/subject-judge.ts';
import { mean } from '#test/support/matte-metrics.ts';
import { sharedFolder } from '#test/support/native.ts';
import { shippedModel } from '#test/support/shipped-model.ts';
import { defineCommand, json } from '../command.ts';
import { printRow, publish } from '../lib/table.ts';
import { matteScene } from './in-node.ts';
import type { Scene } from './scenes.ts';

const consensus = knownMattes.filter((entry) => entry.consensus);
const judges = findJudges(consensus.map((entry) => ({ entry }))).map(({ entry }) => entry.id);

export const subjects = defineCommand({
  about: `Tests whether fast and best agree on the existence of a subject: by the mattes of each alone, and with their common judges.
Processes images and two frames a second of clips in Node, without codecs and later stages.`,
  operands: '[FOLDER ...]',
  options: { json: json('subjects') },
  run: async (values, { operands, command }) => {
    const rows: (string | number)[][] = [];
    for (const folder of operands.length > 0 ? operands : folders) {
      rows.push(await measure(folder));
      printRow(rows.at(-1) ?? []);
    }
    const table = {
      title: 'Subject detection',
      command,
      notes: [
        `Files on which \`fast\` and \`best\` disagree: if each decides by the coverage of its own mattes, as before 2026-11-27, and if ${judges.join(' and ')} decide for both. A subject counts if the judges find one and the mattes are not empty.`,
      ],
      columns: [
        'folder',
        'files',
        'differ by their mattes',
        'differ with the judges',
        'a subject at fast',
        'a subject at best',
      ],
      rows,
    };
    publish(table, values.json);
  },
});

const folders = ['stills', 'gt_objects', 'weird', 'video', 'gt_human'].map((name) => join(sharedFolder, 'media', name));
const isClip = (file: string): boolean => /\.(mp4|mkv|webm|mov|avi)$/.test(file);
const isPicture = (file: string): boolean =>
  /\.(jpg|png|webp)$/.test(file) && !/\.(mask|alpha|trimap|fgr)\./.test(file);
const longSide = 640;

type Verdict = { readonly fast: boolean; readonly best: boolean; readonly judged: boolean };

async function measure(folder: string): Promise<(string | number)[]> {
  const verdicts: Verdict[] = [];
  for (const name of readdirSync(folder).filter((one) => isClip(one) || isPicture(one))) {
    const scene = readScene(join(folder, name));
    const verdict = scene && (await judgeScene(scene));
    verdicts.push(...(verdict ? [verdict] : []));
    if (verdict && verdict.fast !== verdict.best) {
      console.log(name, verdict);
    }
  }
  const count = (is: (one: Verdict) => boolean): number => verdicts.filter(is).length;
  return [
    basename(folder),
    verdicts.length,
    count(({ fast, best }) => fast !== best),
    count(({ fast, best, judged }) => judged && fast !== best),
    count(({ fast, judged }) => judged && fast),
    count(({ best, judged }) => judged && best),
  ];
}

async function judgeScene(scene: Scene): Promise<Verdict> {
  const cover = async (models: string, quality: 'fast' | 'best'): Promise<number[]> => {
    const { mattes } = await matteScene(scene, models, quality);
    return mattes.map((matte) => mean([...matte].map((alpha) => (alpha > 12 ? alpha / 255 : 0))));
  };
  const isThere = (shares: readonly number[]): boolean => mean([...shares]) >= 0.002 || Math.max(...shares) >= 0.01;
  const first = await cover(judges[0] ?? '', 'fast');
  const second = await cover(judges[1] ?? '', 'fast');
  return {
    fast: isThere(await cover(shippedModel.id, 'fast')),
    best: isThere(await cover(consensus.map(({ id }) => id).join('+'), 'best')),
    judged: isThere(first.map((share, at) => Math.min(share, second[at] ?? 0))),
  };
}

/** Reads a clip's frames, or an image as a clip of two frames; null for files that native ffmpeg cannot decode. */
function readScene(file: string): Scene | null {
  try {
    const probe = '-v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0'.split(' ');
    const [fullWidth = 0, fullHeight = 0] = execFileSync('ffprobe', [...probe, file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .split(',')
      .map(Number);
    const scale = Math.min(1, longSide / Math.max(fullWidth, fullHeight));
    const [width, height] = [fullWidth, fullHeight].map((side) => 2 * Math.max(1, Math.round((side * scale) / 2)));
    if (!width || !height) {
      return null;
    }
    const filter = `${isClip(file) ? 'fps=2,' : ''}scale=${width}:${height}:flags=area`;
    const input = ['-v', 'error', '-noautorotate', '-i', file, '-t', '8', '-vf', filter];
    const args = [...input, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'];
    const bytes = new Uint8Array(
      execFileSync('ffmpeg', args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const size = 4 * width * height;
    const shown = Array.from({ length: Math.floor(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const moments = (isClip(file) ? shown : [...shown, ...shown]).map((one) => ({
      shown: one,
      alpha: one,
      foreground: null,
      background: null,
    }));
    return moments.length > 0 ? { name: file, width, height, moments, isPerson: true } : null;
  } catch {
    return null;
  }
}
