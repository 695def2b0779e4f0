import { defineCommand, dist, json, list, number, optionalText } from '../command.ts';
import { median, round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { findBuild } from '../lib/workplace.ts';
import { measureHeadless } from './headless-start.ts';
import { measureLaunch, measurePage, type Part } from './page-start.ts';

export const start = defineCommand({
  about: `Times cold starts. page: from opening the page, whose files are cached, to the first frame of a cutout at \`fast\` and to its
end, and the same cutout again. launch: the first analysis of a launch cut in a browser, and the second. headless: from the command
to its address and key, and to the answer of the first call.`,
  options: {
    parts: list('PART', 'page, launch, headless', ['page', 'launch', 'headless']),
    rounds: number('rounds; each starts a new browser', 3),
    seconds: number('seconds of the clip', 2),
    project: optionalText('DIR', 'the checkout whose command is started for headless (default: this one)'),
    dist,
    json: json('start'),
  },
  run: async (values, { command }) => {
    const options = { ...values, dist: await findBuild(values.dist) };
    const parts: Part[] = [];
    for (const [name, measure] of Object.entries(measures)) {
      const found = values.parts.includes(name) ? await measure(options) : [];
      found.forEach((part) => printRow(toRow(part)));
      parts.push(...found);
    }
    const table = {
      title: 'Cold start',
      command,
      notes: [
        `Milliseconds, medians of ${values.rounds} rounds. Each round of the page and of the launch cut starts a browser on a profile whose earlier visit has cached the files of the site. The clock starts with the navigation; the upload and the call follow as soon as the API answers. The clip is the first ${values.seconds} s of the sample, of 1280x720 at 30 frames/s.`,
      ],
      columns: ['part', 'ms', 'min..max'],
      rows: parts.map(toRow),
    };
    publish(table, values.json);
  },
});

const measures = { page: measurePage, launch: measureLaunch, headless: measureHeadless };

const toRow = ({ name, times }: Part): (string | number)[] => [
  name,
  round(median(times), 0),
  `${round(Math.min(...times), 0)}..${round(Math.max(...times), 0)}`,
];
