import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { engineSetting, latencySetting } from '#core/model/lab-rows.ts';
import { getRoute } from './routes.ts';
import { labTool } from './lab-tool.ts';
import { sandboxCall } from './sandbox.ts';

/** The operations that control the clock, the latency, the engine and the seed. */

/** A hundred years. */
const secondsMax = 3_155_760_000;

/** Returns the error of a field that belongs to one choice of another field. */
const only = (field: string, choice: string) => ({
  path: [field],
  message: `is for the ${choice} only, which needs it`,
});

const clockView = z
  .object({
    mode: z.enum(['real', 'frozen', 'offset']),
    now: z.iso.datetime().describe('The time of the lab.'),
    seconds: z.number().exactOptional().describe('The offset from the real time, in the mode "offset".'),
  })
  .meta({ id: 'LabClock' });

export const getClock = defineOperation({
  ...sandboxCall,
  summary: 'Read the clock of the API and of the engine',
  ...getRoute('getClock'),
  body: null,
  output: clockView,
  failures: [],
});

export const setClock = defineOperation({
  ...sandboxCall,
  summary: 'Freeze or shift the clock, or set it to the real time',
  description:
    'Tickets, reviews, idempotency keys, rate limits, sessions and all timestamps use this clock. The work of the engine takes real time.',
  ...getRoute('setClock'),
  body: z
    .strictObject({
      mode: clockView.shape.mode,
      now: z.iso
        .datetime()
        .exactOptional()
        .describe('The time of a frozen clock. Default: the present time of the lab.'),
      seconds: z.number().min(-secondsMax).max(secondsMax).exactOptional().describe('The offset; required for it.'),
    })
    .refine(({ mode, now }) => mode === 'frozen' || now === undefined, {
      path: ['now'],
      message: 'is for the mode "frozen" only',
    })
    .refine(({ mode, seconds }) => (mode === 'offset') === (seconds !== undefined), only('seconds', 'mode "offset"')),
  output: clockView,
  example: { mode: 'frozen', now: '2026-01-01T12:00:00Z' },
  failures: [],
  tool: labTool(
    'set_clock',
    'Set the clock',
    'Freezes or shifts the clock of tickets, reviews, limits and timestamps, or sets it to the real time.',
    'set',
    { mode: 'offset', seconds: 1801 },
  ),
});

export const advanceClock = defineOperation({
  ...sandboxCall,
  summary: 'Move the clock forward',
  description: 'Everything whose time has come expires at once. A real clock gets an offset.',
  ...getRoute('advanceClock'),
  body: z.strictObject({ seconds: z.number().positive().max(secondsMax) }),
  output: clockView,
  example: { seconds: 1801 },
  failures: [],
  tool: labTool(
    'advance_clock',
    'Advance the clock',
    'Moves the clock forward. Everything whose time has come expires at once.',
    'add',
    { seconds: 1801 },
  ),
});

const latencyView = latencySetting.meta({ id: 'LabLatency' });

export const getLatency = defineOperation({
  ...sandboxCall,
  summary: 'Read the latency of calls',
  ...getRoute('getLatency'),
  body: null,
  output: latencyView,
  failures: [],
});

export const setLatency = defineOperation({
  ...sandboxCall,
  summary: 'Delay every call, except those of the sandbox',
  description: 'The delays of a log-normal distribution are the same again each time that it is set.',
  ...getRoute('setLatency'),
  body: z
    .strictObject({
      kind: z.enum(['none', 'fixed', 'lognormal']),
      seconds: z.number().min(0).max(60).exactOptional().describe('The fixed delay.'),
      medianSeconds: z.number().positive().max(60).exactOptional().describe('The median of a log-normal distribution.'),
      sigma: z.number().min(0).max(3).default(0.5).describe('The standard deviation of the logarithm.'),
      seed: z.int().min(0).default(0),
    })
    .refine(({ kind, seconds }) => (kind === 'fixed') === (seconds !== undefined), only('seconds', 'kind "fixed"'))
    .refine(
      ({ kind, medianSeconds }) => (kind === 'lognormal') === (medianSeconds !== undefined),
      only('medianSeconds', 'kind "lognormal"'),
    ),
  output: latencyView,
  example: { kind: 'lognormal', medianSeconds: 0.2 },
  failures: [],
  tool: labTool('set_latency', 'Set the latency', 'Delays every call of the API.', 'set', {
    kind: 'fixed',
    seconds: 0.5,
  }),
});

const engineView = engineSetting.omit({ restarts: true }).meta({ id: 'LabEngine' });

export const controlEngine = defineOperation({
  ...sandboxCall,
  summary: 'Pause, resume, crash, restart or slow down the engine',
  description:
    '"pause" puts the current run back into the queue; calls are accepted. "crash" ends the engine as if its tab was closed: calls that need it fail with ENGINE_UNAVAILABLE until "restart". Runs resume from their checkpoint. "slow" multiplies the duration of runs by `factor`; 1 is the normal speed.',
  ...getRoute('controlEngine'),
  body: z
    .strictObject({
      action: z.enum(['pause', 'resume', 'crash', 'restart', 'slow']),
      factor: z.number().min(1).max(1000).exactOptional(),
    })
    .refine(({ action, factor }) => (action === 'slow') === (factor !== undefined), only('factor', 'action "slow"')),
  output: engineView,
  example: { action: 'pause' },
  failures: [],
  tool: labTool(
    'control_engine',
    'Control the engine',
    'Pauses, resumes, crashes, restarts or slows down the engine. A crashed engine refuses runs until it is restarted.',
    'set',
    { action: 'crash' },
  ),
});

const seedView = z.object({ seed: z.int().nullable() }).meta({ id: 'LabSeed' });

export const getSeed = defineOperation({
  ...sandboxCall,
  summary: 'Read the seed of ids and keys',
  ...getRoute('getSeed'),
  body: null,
  output: seedView,
  failures: [],
});

export const setSeed = defineOperation({
  ...sandboxCall,
  summary: 'Make ids and keys reproducible; null makes them random again',
  description:
    'After a reset, the same seed and the same calls give the same ids and keys. Freeze the clock too for the same bytes. API keys can be guessed as long as a seed is set.',
  ...getRoute('setSeed'),
  body: z.strictObject({ seed: z.int().min(0).nullable() }),
  output: seedView,
  example: { seed: 7 },
  failures: [],
  tool: labTool(
    'set_seed',
    'Set the seed',
    'Makes ids and keys reproducible after a reset; null makes them random again.',
    'set',
    { seed: 7 },
  ),
});

export const getLab = defineOperation({
  ...sandboxCall,
  summary: 'Read everything that the lab has changed',
  ...getRoute('getLab'),
  body: null,
  output: z
    .object({
      isActive: z.boolean().describe('True if anything differs from the product without the lab.'),
      clock: clockView,
      faults: z.int().describe('The number of rules.'),
      latency: latencyView,
      engine: engineView,
      seed: z.int().nullable(),
    })
    .meta({ id: 'Lab' }),
  failures: [],
  tool: labTool(
    'get',
    'Read the lab',
    'Reads everything that the lab has changed: the clock, the number of faults, the latency, the engine and the seed.',
    'read',
  ),
});
