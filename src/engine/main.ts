import { systemClock } from '#core/time.ts';
import { openStore } from '#store/rows.ts';
import { openBell } from '#wire/bell.ts';
import { runs } from '../recipes/runs.ts';
import { runEngine } from './engine.ts';
import { createPool } from './pool.ts';

/**
 * Every tab starts one of these and the Web Lock lets one of them work: when its tab closes, the next has the lock some
 * thirty milliseconds later. The lock is given back by the end of the thread alone.
 */
await navigator.locks.request('offcut:engine', () =>
  runEngine(
    { store: openStore(), bell: openBell(), clock: systemClock, pool: createPool(), runs },
    new AbortController().signal,
  ),
);
