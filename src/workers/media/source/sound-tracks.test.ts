import { expect, it } from 'vitest';
import { describeChoice, type SoundTrack } from './sound-tracks.ts';

const track = (language: string | null, codec: string, channels: number): SoundTrack => ({
  language,
  codec,
  channels,
  isDefault: false,
});

it('says nothing of the only track', () => {
  const only = track('eng', 'aac', 2);
  expect(describeChoice([only], only)).toBeNull();
});

it('names what is taken and what is left out', () => {
  const [english, german, nameless, odd] = [
    track('eng', 'aac', 2),
    track('deu', 'ac3', 6),
    track('und', 'opus', 1),
    track('not a code', 'opus', 1),
  ];
  expect(describeChoice([german, english, nameless, odd], english)).toBe(
    'The video has 4 sound tracks; the result has English AAC stereo and leaves out German AC3 6 channels; OPUS mono; not a code OPUS mono.',
  );
});
