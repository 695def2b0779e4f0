import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { toCallCode } from './call-code.ts';

const job = {
  recipeId: 'remove-background',
  input: { material: "https://example.com/it's a $clip.mp4", quality: 'fast', edge: { shiftPx: 0 } },
};
const codeOf = (label: string): string =>
  toCallCode(job, 'http://localhost:1/app/').find((each) => each.label === label)?.code ?? '';

it('writes a curl call that a shell reads as it was meant', () => {
  const args = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${codeOf('curl')}`], {
    env: { OFFCUT_API_KEY: 'vk_test' },
    encoding: 'utf8',
  }).split('\0');
  expect(args).toContain('http://localhost:1/app/v1/run/remove-background');
  expect(args).toContain('Authorization: Bearer vk_test');
  expect(JSON.parse(args[args.indexOf('--data') + 1] ?? '')).toEqual(job.input);
});

it('writes TypeScript with the same body', () => {
  const body = /JSON\.stringify\((\{.*?\n {2}\})\)/s.exec(codeOf('TypeScript'))?.[1] ?? '';
  expect(JSON.parse(body)).toEqual(job.input);
});
