import { expect, it } from 'vitest';
import { checkOrigin } from './guard.ts';

it('accepts a host without the default port, which browsers omit', () => {
  expect(() => checkOrigin({ host: '127.0.0.1', origin: 'http://127.0.0.1' }, 80)).not.toThrow();
  expect(() => checkOrigin({ host: 'localhost' }, 80)).not.toThrow();
  expect(() => checkOrigin({ host: '127.0.0.1' }, 8787)).toThrow('only responds at 127.0.0.1:8787 and localhost:8787');
  expect(() => checkOrigin({ host: 'evil.example' }, 80)).toThrow('evil.example');
});
