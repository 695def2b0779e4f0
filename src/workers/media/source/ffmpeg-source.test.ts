import { describe, expect, it } from 'vitest';
import { parseFfprobe } from './ffmpeg-probe.ts';
import { ShowInfoClock } from './ffmpeg-source.ts';

const prefix = '[Parsed_showinfo_2 @ 0xf87ea0]';

describe('ShowInfoClock', () => {
  it('reads exact timestamps in the time base of the stream', () => {
    const clock = new ShowInfoClock(30, 0);
    clock.read(`${prefix} config in time_base: 1/90000, frame_rate: 120/1`);
    clock.read(`${prefix} n:   0 pts:  -1500 pts_time:-0.0166667 pos: 44 fmt:yuv420p sar:1/1`);
    clock.read(`${prefix} color_range:tv color_space:bt709 color_primaries:bt709 color_trc:bt709`);
    clock.read(`${prefix} n:   1 pts:   3033 pts_time:0.0337  pos: 84679 fmt:yuv420p sar:1/1`);
    expect(clock.next()).toBe(-1500 / 90_000);
    expect(clock.next()).toBe(3033 / 90_000);
  });

  it('places a frame without a timestamp after the one before', () => {
    const clock = new ShowInfoClock(25, 0);
    clock.read(`${prefix} config in time_base: 1/1000, frame_rate: 25/1`);
    clock.read(`${prefix} n:   0 pts:   2000 pts_time:2 pos: 44`);
    clock.read(`${prefix} n:   1 pts:   NOPTS pts_time:NOPTS pos: 44`);
    expect([clock.next(), clock.next(), clock.next()]).toEqual([2, 2.04, 2.08]);
  });
});

const phone = {
  streams: [
    { index: 0, codec_type: 'data' },
    {
      index: 1,
      codec_type: 'video',
      codec_name: 'hevc',
      width: 1440,
      height: 1080,
      sample_aspect_ratio: '1:1',
      avg_frame_rate: '30000/1001',
      color_space: 'bt2020nc',
      color_primaries: 'bt2020',
      color_transfer: 'arib-std-b67',
      side_data_list: [{ side_data_type: 'Display Matrix', rotation: 90 }],
    },
    { index: 2, codec_type: 'audio', codec_name: 'ac3', channels: 6, sample_rate: '48000' },
  ],
  format: { format_long_name: 'QuickTime / MOV', duration: '1.773900', start_time: '0.000000' },
};

describe('parseFfprobe', () => {
  it.each([
    ['29309/1000', '30/1', 30],
    ['90000/1', '90000/1', 30],
    ['0/0', '0/0', 30],
    ['15/1', '15/1', 15],
  ])('returns a usual frame rate for %s and %s', (average, base, frameRate) => {
    const video = { ...phone.streams[1], avg_frame_rate: average, r_frame_rate: base };
    const probe = parseFfprobe(JSON.stringify({ ...phone, streams: [video] }));
    expect(probe?.info.video.frameRate).toBe(frameRate);
  });

  it('returns the displayed size, the exact frame rate and the colour tags', () => {
    const probe = parseFfprobe(JSON.stringify(phone));
    expect(probe?.info.video).toEqual({ codec: 'hevc', width: 1080, height: 1440, frameRate: 29.97, rotation: 270 });
    expect(probe?.info.audio).toEqual({ codec: 'ac3', channels: 6, sampleRate: 48_000 });
    expect([probe?.videoIndex, probe?.sounds[0]?.index, probe?.info.durationSeconds]).toEqual([1, 2, 1.7739]);
    expect(probe?.reading).toEqual({
      colour: {
        matrix: 'bt709',
        tags: { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false },
      },
      wide: 'hlg',
    });
  });

  it('detects Dolby Vision without a compatible base layer', () => {
    const withProfile = (profile: number) => {
      const video = { ...phone.streams[1], side_data_list: [{ dv_profile: profile }] };
      return parseFfprobe(JSON.stringify({ streams: [video] }))?.hasOwnColours;
    };
    expect([withProfile(5), withProfile(8)]).toEqual([true, false]);
  });

  it('detects fields by their order, and by codecs that may not state it', () => {
    const isInterlaced = (codec: string, order: string) => {
      const video = { ...phone.streams[1], codec_name: codec, field_order: order };
      return parseFfprobe(JSON.stringify({ streams: [video] }))?.isInterlaced;
    };
    expect([isInterlaced('prores', 'tt'), isInterlaced('dvvideo', 'unknown')]).toEqual([true, true]);
    expect([isInterlaced('mpeg2video', 'progressive'), isInterlaced('hevc', 'unknown')]).toEqual([false, false]);
  });

  it('selects the default streams, and detects alpha and clocks with any start', () => {
    const first = { ...phone.streams[2], index: 3, disposition: { default: 0 } };
    const second = { ...phone.streams[2], index: 4, channels: 1, disposition: { default: 1 } };
    const video = { ...phone.streams[1], pix_fmt: 'yuva444p10le' };
    const format = { format_name: 'mpegts', start_time: '1.4' };
    const probe = parseFfprobe(JSON.stringify({ streams: [first, video, second], format }));
    expect([probe?.info.audio?.channels, probe?.sounds.length]).toEqual([1, 2]);
    expect([probe?.hasAlpha, probe?.clock.startSeconds]).toEqual([true, 1.4]);
  });

  it('counts from the first audio or video packet to the last, whatever the container states', () => {
    const readTimes = (video: object, format: object) => {
      const probe = parseFfprobe(
        JSON.stringify({
          streams: [
            { ...phone.streams[1], ...video },
            { index: 2, codec_type: 'subtitle', start_time: '0' },
          ],
          format,
        }),
      );
      return [probe?.clock.startSeconds, probe?.info.durationSeconds, probe?.statedEndSeconds];
    };
    const editList = { start_time: '10', duration: '4' };
    expect(readTimes(editList, { format_name: 'mov,mp4', duration: '14' })).toEqual([10, 4, 4]);
    expect(readTimes({ start_time: '100' }, { format_name: 'mpegts', start_time: '99.5', duration: '5' })).toEqual([
      100,
      4.5,
      null,
    ]);
    expect(readTimes({ start_time: '5' }, { format_name: 'matroska,webm', duration: '11' })).toEqual([5, 6, 6]);
    expect(readTimes({ start_time: '20' }, { format_name: 'flv', start_time: '20', duration: '5' })).toEqual([
      20, 5, 5,
    ]);
    expect(readTimes({ start_time: '-0.02', duration: '3' }, {})[0]).toBe(0);
  });

  it('converts to square pixels', () => {
    const [, video] = phone.streams;
    const stretched = { ...video, side_data_list: [], width: 640, height: 360, sample_aspect_ratio: '2:3' };
    expect(parseFfprobe(JSON.stringify({ streams: [stretched] }))?.info.video).toMatchObject({
      width: 640,
      height: 540,
    });
  });

  it('distinguishes a cover image, audio alone and empty files from a video', () => {
    const cover = { ...phone.streams[1], disposition: { attached_pic: 1 } };
    expect(parseFfprobe(JSON.stringify({ streams: [cover, phone.streams[2]] }))).toBeNull();
    expect(parseFfprobe('{}')).toBeNull();
  });

  it('numbers audio tracks in file order, including after one that is not decoded', () => {
    const audio = { codec_type: 'audio', codec_name: 'aac', channels: 2 };
    const surround = {
      ...audio,
      index: 3,
      channels: 6,
      channel_layout: '5.1(side)',
      tags: { language: 'fra', title: 'Film' },
    };
    const streams = [phone.streams[1], { ...audio, index: 1 }, { codec_type: 'audio', index: 2 }, surround];
    expect(parseFfprobe(JSON.stringify({ streams }))?.sounds).toMatchObject([
      { index: 1, order: 0, channelLayout: null, language: null, title: null },
      { index: 3, order: 2, channelLayout: '5.1', language: 'fra', title: 'Film' },
    ]);
  });
});
