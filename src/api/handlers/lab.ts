import { toIsoTime } from '#core/lib/time.ts';
import type { ClockSetting, EngineSetting, LatencySetting } from '#core/model/lab-rows.ts';
import type { Lab } from '#store/lab.ts';
import type { Call, Handlers, OutputOf } from '../handler.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';

type Names =
  | 'getLab'
  | 'getClock'
  | 'setClock'
  | 'advanceClock'
  | 'getLatency'
  | 'setLatency'
  | 'controlEngine'
  | 'getSeed'
  | 'setSeed';

export function createLabHandlers({ lab, bell }: ApiContext): Pick<Handlers, Names> {
  return {
    getLab: async () => {
      await lab.reload();
      return toLabView(lab);
    },
    getClock: async () => toClockView(lab),
    setClock: async ({ body }) => {
      const clock = toClock(body, lab.clock.now());
      await lab.change(() => ({ clock }));
      return toClockView(lab);
    },
    advanceClock: async ({ body: { seconds } }) => {
      refuseLateTimes(lab.clock.now() + 1000 * seconds);
      await lab.advance(seconds);
      return toClockView(lab);
    },
    getLatency: async () => lab.settings.latency,
    setLatency: async ({ body }) => (await lab.change(() => ({ latency: toLatency(body) }))).latency,
    controlEngine: async ({ body }) => {
      const { engine } = await lab.change((before) => ({ engine: toEngine(body, before.engine) }));
      bell.ring('jobs');
      return toEngineView(engine);
    },
    getSeed: async () => ({ seed: lab.settings.seed.seed }),
    setSeed: async ({ body: { seed } }) => {
      await lab.setSeed(seed);
      return { seed };
    },
  };
}

/** The first time that ISO 8601 cannot write with four digits of the year. */
const timeMax = Date.UTC(10_000, 0, 1);

function refuseLateTimes(time: number): void {
  if (time < 0 || time >= timeMax) {
    throw invalid([{ path: 'seconds', message: 'the time of the lab must be between the years 1970 and 9999' }]);
  }
}

const toClock = ({ mode, now, seconds = 0 }: Call<'setClock'>['body'], present: number): ClockSetting =>
  mode === 'frozen'
    ? { mode, now: now === undefined ? present : Date.parse(now) }
    : mode === 'offset'
      ? { mode, seconds }
      : { mode };

function toLatency({ kind, seconds = 0, medianSeconds = 1, sigma, seed }: Call<'setLatency'>['body']): LatencySetting {
  return kind === 'lognormal' ? { kind, medianSeconds, sigma, seed } : kind === 'fixed' ? { kind, seconds } : { kind };
}

function toClockView({ clock }: Lab): OutputOf<'getClock'> {
  const { setting } = clock;
  return {
    mode: setting.mode,
    now: toIsoTime(clock.now()),
    ...(setting.mode === 'offset' && { seconds: setting.seconds }),
  };
}

/** The states that the actions lead to. */
const states = { pause: 'paused', crash: 'crashed', resume: 'running', restart: 'running' } as const;

const toEngine = (body: Call<'controlEngine'>['body'], before: EngineSetting): EngineSetting =>
  body.action === 'slow'
    ? { ...before, factor: body.factor ?? 1 }
    : {
        ...before,
        state: states[body.action],
        restarts: before.restarts + (body.action === 'restart' ? 1 : 0),
      };

const toEngineView = ({ state, factor }: EngineSetting): OutputOf<'controlEngine'> => ({ state, factor });

function toLabView(lab: Lab): OutputOf<'getLab'> {
  const { clock, latency, engine, seed } = lab.settings;
  const isDefault = [
    clock.mode === 'real',
    latency.kind === 'none',
    engine.state === 'running' && engine.factor === 1,
    seed.seed === null,
    lab.faults.length === 0,
  ].every(Boolean);
  return {
    isActive: !isDefault,
    clock: toClockView(lab),
    faults: lab.faults.length,
    latency,
    engine: toEngineView(engine),
    seed: seed.seed,
  };
}
