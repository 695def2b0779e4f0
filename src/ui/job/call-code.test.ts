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

it('writes the call of an export for its canvas', () => {
  const known = { format: 'mp4', width: 640, height: 360, frameRate: 25, quality: 'best', background: '#000000' };
  const input = { ...known, canvasId: 'cnv_1', revision: 3, durationSeconds: 4, span: null };
  const [{ code } = { code: '' }] = toCallCode({ recipeId: 'export', input }, 'http://localhost:1/app/');
  expect(code).toContain("'http://localhost:1/app/v1/canvases/cnv_1/export'");
  expect(JSON.parse(/--data '(.*)'/s.exec(code)?.[1] ?? '')).toEqual(known);
});
