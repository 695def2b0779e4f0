import { Failure } from '#core/lib/failure.ts';
import type { ClipMatting } from '#core/protocol/runners.ts';
import { expect, it } from 'vitest';
import { Reducer } from './picture/small-picture.ts';
import { Workspace } from './picture/workspace.ts';
import { SubjectVerdict } from './subject-verdict.ts';

const full = { width: 128, height: 72 };
const small = { width: 64, height: 36 };

/** Creates a judge that finds a subject of the given share in each frame, and counts its calls. */
function judgeThatSees(share: (look: number) => number) {
  const asked = { looks: 0, resets: 0 };
  const matting: ClipMatting = {
    matte: ({ width, height }) => {
      const alpha = new Uint8Array(width * height).fill(255, 0, Math.round(share(asked.looks++) * width * height));
      return Promise.resolve({ width, height, alpha });
    },
    reset: () => Promise.resolve(void asked.resets++),
    save: () => Promise.resolve({ numbers: [], arrays: [] }),
    restore: () => Promise.resolve(),
  };
  return { asked, judge: { ...small, matting } };
}

/** Adds frames, ten a second, whose own mattes cover `own` of the frame. */
async function run(verdict: SubjectVerdict, workspace: Workspace, own: number, from = 0, to = 30): Promise<void> {
  const reducer = new Reducer(full, small, workspace.kernels);
  const { free } = workspace;
  reducer.reduce(free);
  for (let at = from; at < to; at++) {
    await verdict.judge(free, reducer.small, at * 100_000);
    verdict.add(own);
  }
}

function create(...judges: ReturnType<typeof judgeThatSees>['judge'][]) {
  const workspace = new Workspace(full, small, 1, judges);
  // A bright square on a dark background.
  workspace.free.bytes.fill(128);
  workspace.free.y.fill(40);
  for (let row = 24; row < 48; row++) {
    workspace.free.y.fill(200, row * full.width + 52, row * full.width + 76);
  }
  return { workspace, verdict: new SubjectVerdict(judges, workspace, 'bt601') };
}

const catchFailure = (verdict: SubjectVerdict): unknown => {
  try {
    verdict.requireSubject();
    return null;
  } catch (thrown) {
    return thrown instanceof Failure ? thrown.toWire() : thrown;
  }
};

it('finds no subject if the judge finds none, whatever the mattes are', async () => {
  const { judge, asked } = judgeThatSees(() => 0);
  const { workspace, verdict } = create(judge);
  await run(verdict, workspace, 0.3);
  expect(catchFailure(verdict)).toMatchObject({ code: 'NO_SUBJECT', details: { isSomethingSalient: true } });
  // Two calls per second, each on the first frame of a clip.
  expect(asked).toEqual({ looks: 6, resets: 6 });
});

it('does not call the judge again after it has found a subject', async () => {
  const { judge, asked } = judgeThatSees((look) => (look < 2 ? 0 : 0.1));
  const { workspace, verdict } = create(judge);
  await run(verdict, workspace, 0.1);
  expect(catchFailure(verdict)).toBeNull();
  expect(asked.looks).toBe(3);
});

it('finds no subject if one of two judges finds none', async () => {
  const { workspace, verdict } = create(judgeThatSees(() => 0.3).judge, judgeThatSees(() => 0).judge);
  await run(verdict, workspace, 0.3);
  expect(catchFailure(verdict)).toMatchObject({ code: 'NO_SUBJECT' });
});

it('finds no subject in empty mattes', async () => {
  const { workspace, verdict } = create(judgeThatSees(() => 0.1).judge);
  await run(verdict, workspace, 0);
  expect(catchFailure(verdict)).toMatchObject({ code: 'NO_SUBJECT' });
});

it('uses its own mattes without a judge', async () => {
  for (const [own, isThere] of [
    [0.001, false],
    [0.003, true],
  ] as const) {
    const { workspace, verdict } = create();
    await run(verdict, workspace, own);
    expect(catchFailure(verdict) === null).toBe(isThere);
  }
});

it('reports that a flat image has no salient object', async () => {
  const { workspace, verdict } = create(judgeThatSees(() => 0).judge);
  workspace.free.y.fill(90);
  await run(verdict, workspace, 0);
  expect(catchFailure(verdict)).toMatchObject({ details: { isSomethingSalient: false } });
});

it('resumes from its saved state', async () => {
  const { judge, asked } = judgeThatSees((look) => (look === 0 ? 0.1 : 0));
  const first = create(judge);
  await run(first.verdict, first.workspace, 0.2, 0, 12);
  const second = create(judge);
  second.verdict.restore({ ...first.verdict.save(), frameCount: 12 });
  await run(second.verdict, second.workspace, 0.1, 12, 30);
  expect(catchFailure(second.verdict)).toBeNull();
  expect(asked.looks).toBe(1);
  expect(second.verdict.coverage).toBeCloseTo((12 * 0.2 + 18 * 0.1) / 30);
});
