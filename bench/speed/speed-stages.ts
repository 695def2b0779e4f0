import { writeFile } from 'node:fs/promises';
import { defineCommand, list, number, optionalText } from '../command.ts';
import { listModels } from '../lib/models.ts';
import { withFolder } from '../lib/workplace.ts';
import { listClips } from './clips.ts';
import { describeMachine, toText, type Report } from './report.ts';
import { measureStages } from './stage-shares.ts';

export const stages = defineCommand({
  about: `Measures one run for each quality and format: the stages of the media worker, each network of the inference workers, the
CPU time of each thread, and the idle time of the cores. It builds the sources of this folder with clocks. CLIP is a part of the
name of a clip (default: presenter_cup). Only on Linux.`,
  operands: '[CLIP ...]',
  options: {
    qualities: list('QUALITY', 'qualities', ['fast', 'best']),
    formats: list('FORMAT', 'output formats', ['webm']),
    models: list('MODEL', 'models that work alone: matte-nano, selfie, rvm (default: the ensemble)'),
    seconds: number('seconds of each clip', 3),
    json: optionalText('FILE', 'write a report to this file, such as docs/benchmarks/speed/2026-01-31-xeon.json'),
  },
  run: async (values, { operands }) => {
    const clips = await listClips(values.seconds, operands.length > 0 ? operands : ['presenter_cup']);
    const models = values.models.length > 0 ? listModels(values.models) : [null];
    const jobs = clips.flatMap((clip) =>
      models.flatMap((model) =>
        (['fast', 'best'] as const)
          .filter((one) => values.qualities.includes(one))
          .flatMap((quality) =>
            (['webm', 'mov', 'mp4'] as const)
              .filter((one) => values.formats.includes(one))
              .map((format) => ({ clip, model, quality, format })),
          ),
      ),
    );
    const machine = await describeMachine();
    const report: Report = {
      date: new Date().toISOString(),
      machine,
      repetitions: '1',
      notes: [],
      rows: [],
      shares: await withFolder((dir) => measureStages(jobs, dir)),
      api: null,
      firstLoad: null,
    };
    console.log(toText(report));
    if (values.json !== undefined) {
      await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
    }
  },
});
