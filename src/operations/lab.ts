import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { engineSetting, latencySetting } from '#core/model/lab-rows.ts';
import { getRoute } from './routes.ts';
import { sandboxCall } from './sandbox.ts';

/** The operations that control the clock, the latency, the engine and the seed. */

/** A hundred years. */
const secondsMax = 3_155_760_000;

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
  body: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('real') }),
    z.strictObject({
      mode: z.literal('frozen'),
      now: z.iso
        .datetime()
        .exactOptional()
        .describe('The time that all clocks show. Default: the present time of the lab.'),
    }),
    z.strictObject({ mode: z.literal('offset'), seconds: z.number().min(-secondsMax).max(secondsMax) }),
  ]),
  output: clockView,
  example: { mode: 'frozen', now: '2026-01-01T12:00:00Z' },
  failures: [],
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
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('fixed'), seconds: z.number().min(0).max(60) }),
    z.strictObject({
      kind: z.literal('lognormal'),
      medianSeconds: z.number().positive().max(60),
      sigma: z.number().min(0).max(3).default(0.5).describe('The standard deviation of the logarithm.'),
      seed: z.int().min(0).default(0),
    }),
  ]),
  output: latencyView,
  example: { kind: 'lognormal', medianSeconds: 0.2 },
  failures: [],
});

const engineView = engineSetting.omit({ restarts: true }).meta({ id: 'LabEngine' });

export const controlEngine = defineOperation({
  ...sandboxCall,
  summary: 'Pause, resume, crash, restart or slow down the engine',
  description:
    '"pause" puts the current run back into the queue; calls are accepted. "crash" ends the engine as if its tab was closed: calls that need it fail with ENGINE_UNAVAILABLE until "restart". Runs resume from their checkpoint. "slow" multiplies the duration of runs by `factor`; 1 is the normal speed.',
  ...getRoute('controlEngine'),
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.enum(['pause', 'resume', 'crash', 'restart']) }),
    z.strictObject({ action: z.literal('slow'), factor: z.number().min(1).max(1000) }),
  ]),
  output: engineView,
  example: { action: 'pause' },
  failures: [],
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
});
