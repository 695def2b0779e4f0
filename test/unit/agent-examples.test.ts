import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { startEmulator, type RunningEmulator } from '#emulator/testing.ts';
import { agentSuite } from '../conformance/agent.suite.ts';

let emulator: RunningEmulator;
const video = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4', { type: 'video/mp4' });

beforeAll(async () => {
  emulator = await startEmulator({ runs: { tighten: { seconds: 0.5 }, 'text-behind': { seconds: 0.5 } } });
});
afterAll(() => emulator.close());

agentSuite('the emulator', () => ({
  baseUrl: `${emulator.baseUrl}/`,
  apiKey: emulator.apiKey,
  video,
}));
