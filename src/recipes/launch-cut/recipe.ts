import { defineRecipe } from '#core/protocol/operation.ts';
import { usedTrack } from '../input.ts';
import { defaults } from './defaults.ts';
import { launchCutInput, listMaterials, type Input } from './input.ts';
import { launchCutProposal } from './proposal.ts';
import { settleProposal } from './settle-proposal.ts';

export const launchCut = defineRecipe({
  id: 'launch-cut',
  name: 'Launch cut',
  summary: 'A short launch film from your takes: hook, reveal on the drop, features, end card.',
  priceCredits: 20,
  etaSeconds: 120,
  reply: 'queued',
  input: launchCutInput,
  proposal: launchCutProposal,
  failures: ['NOT_ENOUGH_MATERIAL', 'NO_AUDIO'],
  isListed: true,
  makesCanvas: true,
  version: 7,
  pace: () => '',
  materials: (input) => listWishes(input),
  models: () => [{ task: 'faces' }],
  // At 720p a second is about a megabyte, and composed music as WAV a fifth of that.
  minBytes: ({ targetSeconds, height }) => Math.ceil(targetSeconds * 0.4e6 * (height / defaults.height) ** 2),
  settleProposal,
});

/** Lists the takes first, in their order, then the music, then the logo. */
function listWishes(input: Input) {
  const { music, endCard } = input;
  const logo = endCard.logoMaterial;
  return [
    ...listMaterials(input).map(({ path, material }) => ({
      path,
      material,
      kinds: ['video', 'picture'] as const,
      ...usedTrack('audioTrack', input.audioTrack),
    })),
    ...(music === null
      ? []
      : [
          {
            path: 'music',
            material: music,
            kinds: ['sound', 'video'] as const,
            ...usedTrack('musicAudioTrack', input.musicAudioTrack),
          },
        ]),
    ...(logo === undefined ? [] : [{ path: 'endCard.logoMaterial', material: logo, kinds: ['picture'] as const }]),
  ];
}
