import { expect, it } from 'vitest';
import { checkOrigin } from './guard.ts';

it('knows the port that a browser leaves out', () => {
  expect(() => checkOrigin({ host: '127.0.0.1', origin: 'http://127.0.0.1' }, 80)).not.toThrow();
  expect(() => checkOrigin({ host: 'localhost' }, 80)).not.toThrow();
  expect(() => checkOrigin({ host: '127.0.0.1' }, 8787)).toThrow('as 127.0.0.1:8787 and localhost:8787 only');
  expect(() => checkOrigin({ host: 'evil.example' }, 80)).toThrow('evil.example');
});
