import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { projectDir } from '#bridge/cli/build.ts';
import type { DeviceCase, DeviceVerdict } from '#test/support/devices.worker.ts';
import { openGpuPage, type GpuPage } from '#test/support/gpu-page.ts';
import { shippedModels } from '#test/support/shipped-model.ts';
import { defineCommand, flag, json, list, number } from '../command.ts';
import { listPanel, type BenchModel } from '../lib/models.ts';
import { round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { withFolder } from '../lib/workplace.ts';
import { listClips } from './clips.ts';
import { stageColumns, stageNotes, toStageRows } from './stage-table.ts';
import { measureStages } from './stage-shares.ts';

export const gpu = defineCommand({
  about: `Compares WebGPU with the CPU, on the GPU of this machine: each network's mattes and time, then the stages of whole runs with
and without the GPU. With --software the adapter is a program, which proves equality, but no speed. The product never uses such an
adapter, so the runs are omitted.`,
  options: {
    software: flag('use the software adapter (SwiftShader), and only compare networks'),
    images: number('timed images of each network; 1 with --software', 30),
    seconds: number('seconds of the runs', 4),
    qualities: list('QUALITY', 'qualities of the runs', ['fast', 'best']),
    json: json('webgpu'),
  },
  run: async (values, { command }) => {
    const images = values.software ? 1 : values.images;
    const { adapter, rows } = await compareNetworks(values.software, images);
    const networks = {
      title: values.software ? 'Networks on the software adapter' : 'Networks on a GPU',
      command,
      notes: [
        `The adapter is ${adapter ?? 'missing: this browser has no WebGPU'}. Both devices compute the matte of the same drawn bust. The differences are the mean over all pixels, of 1000, and the maximum, of 255. The times are medians of ${images} images, in milliseconds, including the transfer to the GPU and back; the CPU has one thread, as an inference worker has.`,
      ],
      columns: ['network', 'CPU to GPU', 'CPU', 'GPU', 'verdict'],
      rows,
    };
    publish(networks, values.json);
    if (!values.software && adapter !== null) {
      publish({ ...(await compareRuns(values)), command }, values.json);
    }
  },
});

type Compared = { readonly adapter: string | null; readonly rows: readonly (readonly (string | number)[])[] };

async function compareNetworks(isSoftware: boolean, timedCount: number): Promise<Compared> {
  const page = await openGpuPage('devices.worker.ts', { hasGpu: true, isHardware: !isSoftware });
  const rows: (string | number)[][] = [];
  let adapter: string | null = null;
  try {
    for (const one of await listNetworks(page)) {
      const verdict = await page.ask<DeviceVerdict>({ ...one.case, timedCount });
      ({ adapter } = verdict);
      const between = verdict.frames[0]?.between;
      const closeness = between ? `IoU ${round(between.iou, 4)}, ${between.mean.toFixed(3)}, ${between.most}` : '';
      const times = [round(verdict.times?.cpuMs ?? 0, 1), round(verdict.times?.gpuMs ?? 0, 1)];
      rows.push([one.name, closeness, ...times, verdict.refusal ?? 'equal']);
      printRow(rows.at(-1) ?? []);
      if (adapter === null) {
        return { adapter, rows: [] };
      }
    }
    return { adapter, rows };
  } finally {
    await page.close();
  }
}

/** Lists all shipped networks, and the third-party models of the shared folder, if present. */
async function listNetworks(page: GpuPage): Promise<{ readonly name: string; readonly case: DeviceCase }[]> {
  const shipped = shippedModels.map((entry) => ({ entry, dir: resolve(projectDir, 'models') }));
  const models: Pick<BenchModel, 'entry' | 'dir'>[] = [...shipped, ...listPanel()];
  const found: { readonly name: string; readonly case: DeviceCase }[] = [];
  for (const { entry, dir } of models) {
    for (const { file, width, height } of entry.variants) {
      const weights = await page.publish(file, await readFile(resolve(dir, file)));
      found.push({
        name: `${entry.name}, ${width}x${height}`,
        case: { model: entry, size: { width, height }, weights, frames: [] },
      });
    }
  }
  return found;
}

async function compareRuns({
  seconds,
  qualities,
}: {
  readonly seconds: number;
  readonly qualities: readonly string[];
}) {
  const clips = (await listClips(seconds, [])).slice(0, 2).slice(-1);
  const jobs = clips.flatMap((clip) =>
    (['fast', 'best'] as const)
      .filter((one) => qualities.includes(one))
      .map((quality) => ({ clip, model: null, quality, format: 'webm' as const })),
  );
  const [without, withGpu] = await withFolder(async (dir) => [
    await measureStages(jobs, dir, false),
    await measureStages(jobs, dir, true),
  ]);
  const toRows = (shares: typeof without, name: string) =>
    (shares ?? []).flatMap((one) => toStageRows({ ...one, clip: `${name}: ${one.clip}` }));
  return {
    title: 'Stages with and without a GPU',
    notes: [stageNotes],
    columns: stageColumns,
    rows: [...toRows(without, 'CPU'), ...toRows(withGpu, 'GPU')],
  };
}
