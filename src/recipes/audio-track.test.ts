import { expect, test } from 'vitest';
import type { Recipe } from '#core/protocol/operation.ts';
import { launchCut } from './launch-cut/recipe.ts';
import { messageBubbles } from './message-bubbles/recipe.ts';
import { removeBackground } from './remove-background/recipe.ts';
import { textBehind } from './text-behind/recipe.ts';
import { tighten } from './tighten/recipe.ts';
import { trackedTitleCard } from './tracked-title-card/recipe.ts';

const all: readonly Recipe[] = [removeBackground, tighten, messageBubbles, textBehind, trackedTitleCard, launchCut];

test.each(all.map((recipe) => [recipe.id, recipe] as const))(
  '%s accepts an audio track of its material',
  (_, recipe) => {
    const given = { ...recipe.example, material: 'mat_1' };
    const parsed = recipe.input.parse({ ...given, audioTrack: 2 });
    expect(parsed).toMatchObject({ audioTrack: 2 });
    expect(recipe.materials(parsed)).toMatchObject([
      { path: 'material', audioTrack: { path: 'audioTrack', index: 2 } },
    ]);
    // An input without the field equals that of an older run, whose result can be returned.
    const plain = recipe.input.parse(given);
    expect(plain).not.toHaveProperty('audioTrack');
    expect(recipe.materials(plain)[0]).not.toHaveProperty('audioTrack');
    expect(recipe.input.safeParse({ ...given, audioTrack: -1 }).success).toBe(false);
  },
);

test('launch-cut accepts an audio track of its music', () => {
  const parsed = launchCut.input.parse({ material: 'mat_1', music: 'mat_2', musicAudioTrack: 1 });
  expect(launchCut.materials(parsed)[1]).toMatchObject({ audioTrack: { path: 'musicAudioTrack', index: 1 } });
});
