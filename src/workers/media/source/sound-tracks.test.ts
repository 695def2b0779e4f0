import { describe, expect, it, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { chooseSoundTrack, describeChoice, toAudioTracks, type SoundTrack } from './sound-tracks.ts';

const track = (order: number, about: Partial<SoundTrack> = {}): SoundTrack => ({
  order,
  codec: 'aac',
  channels: 2,
  channelLayout: null,
  language: 'und',
  title: null,
  isDefault: false,
  ...about,
});

describe('the audio track that is used', () => {
  it('is the first that is flagged as default, or else the first', () => {
    const [one, two, three] = [track(0), track(1, { isDefault: true }), track(2, { isDefault: true })];
    expect(chooseSoundTrack([one, two, three], null)).toBe(two);
    expect(chooseSoundTrack([one, track(1)], null)).toBe(one);
    expect(chooseSoundTrack([], null)).toBeNull();
  });

  it('is the chosen one by its number in the file, even if a track before it is not in the list', () => {
    const [one, three] = [track(0, { isDefault: true }), track(2)];
    expect(chooseSoundTrack([one, three], 2)).toBe(three);
  });

  it('does not exist for a number that the file does not have', () => {
    const choose = (tracks: readonly SoundTrack[], audioTrack: number) => () => chooseSoundTrack(tracks, audioTrack);
    expect(choose([track(0), track(1)], 2)).toThrow('there is no audio track 2: the file has 2 audio tracks');
    expect(choose([track(0)], 1)).toThrow('the file has one audio track, 0');
    expect(choose([], 0)).toThrow(
      expect.objectContaining<Partial<Failure>>({ code: 'VALIDATION_FAILED', details: [expect.anything()] }),
    );
  });
});

test('facts name layouts and leave out unstated values; a single track is the default', () => {
  const tracks = [
    track(0, { channels: 1, isDefault: true }),
    track(1, { codec: 'ac3', channels: 6, language: 'deu', title: '\0\tKommentar ', isDefault: true }),
    track(2, { channels: 4, channelLayout: 'quad' }),
    track(3, { channels: 9 }),
  ];
  expect(toAudioTracks(tracks)).toEqual([
    { index: 0, codec: 'aac', channels: 1, channelLayout: 'mono', isDefault: true },
    {
      index: 1,
      codec: 'ac3',
      channels: 6,
      channelLayout: '5.1',
      language: 'deu',
      title: 'Kommentar',
      isDefault: false,
    },
    { index: 2, codec: 'aac', channels: 4, channelLayout: 'quad', isDefault: false },
    { index: 3, codec: 'aac', channels: 9, channelLayout: '9 channels', isDefault: false },
  ]);
  expect(toAudioTracks([track(0, { channels: 8 })])).toMatchObject([{ channelLayout: '7.1', isDefault: true }]);
});

describe('the warning about audio tracks', () => {
  const [english, german, odd] = [
    track(0, { language: 'eng' }),
    track(1, { codec: 'ac3', channels: 6, language: 'deu', title: 'Kommentar' }),
    track(2, { codec: 'opus', channels: 1, language: 'not a code' }),
  ];

  it('names the track that is used and the others', () => {
    expect(describeChoice([english, german, odd], german, null)).toBe(
      'The file has 3 audio tracks: 1 (German AC3 5.1 "Kommentar") is used, 0 (English AAC stereo) and 2 (not a code OPUS mono) are not. Set audioTrack to use another one.',
    );
    expect(describeChoice([english, german], english, null)).toContain('1 (German AC3 5.1 "Kommentar") is not.');
  });

  it('is left out for a single track, and for a chosen track', () => {
    expect(describeChoice([english], english, null)).toBeNull();
    expect(describeChoice([english, german], english, 0)).toBeNull();
  });
});
