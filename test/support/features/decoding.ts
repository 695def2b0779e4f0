import { encode } from '../matrix/kit.ts';
import { hasNativeTools } from '../native.ts';
import { getData } from '../product.ts';
import { waitForJob } from '../wait-for-job.ts';
import { require, type Feature, type Place } from './feature.ts';

const picture = { seconds: 1, frameRate: 10 };

type Case = {
  readonly name: string;
  readonly file: string;
  readonly video?: string;
  readonly audio?: string;
  /** The WebCodecs name of an audio codec; audio that ffmpeg decodes causes no warning. */
  readonly codec?: string;
};

const cases: readonly Case[] = [
  { name: 'H.264', file: 'h264.mp4', video: 'libx264 -preset ultrafast' },
  { name: 'HEVC', file: 'hevc.mp4', video: 'libx265 -preset ultrafast -x265-params log-level=error' },
  { name: 'VP8', file: 'vp8.webm', video: 'libvpx -deadline realtime' },
  { name: 'VP9', file: 'vp9.webm', video: 'libvpx-vp9 -deadline realtime' },
  { name: 'AV1', file: 'av1.mp4', video: 'libaom-av1 -cpu-used 8' },
  { name: 'ProRes', file: 'prores.mov', video: 'prores_ks' },
  { name: 'AAC', codec: 'mp4a.40.2', file: 'aac.m4a', audio: 'aac' },
  { name: 'MP3', codec: 'mp3', file: 'mp3.mp3', audio: 'libmp3lame' },
  { name: 'Opus', codec: 'opus', file: 'opus.ogg', audio: 'libopus' },
  { name: 'Vorbis', codec: 'vorbis', file: 'vorbis.ogg', audio: 'libvorbis' },
  { name: 'FLAC', codec: 'flac', file: 'flac.flac', audio: 'flac' },
  { name: 'AC-3', codec: 'ac-3', file: 'ac3.mp4', audio: 'ac3' },
];

/** The codecs to decode. Those that ffmpeg in WebAssembly decodes take longer and cause a warning. */
export const decoding: readonly Feature[] = cases.map((one) => ({
  id: one.file,
  title: one.name,
  check: (place) => checkDecoding(one, place),
}));

async function checkDecoding({ file, video, audio, codec }: Case, { product, kit }: Place): Promise<string> {
  if (!hasNativeTools()) {
    return 'not measured: no native ffmpeg';
  }
  const { make } = encode({
    ...(video === undefined ? {} : { pictures: { ...picture, codec: video } }),
    sounds: audio === undefined ? [] : [{ codec: audio, seconds: 1 }],
  });
  const material = await product.upload(await kit.file(file, (target) => make(kit, target)));
  const created = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { materials: [material] })).body);
  const format = video === undefined ? 'wav' : 'mp4';
  const asked = await product.api<{ id: string }>('POST', `/v1/canvases/${created.id}/export`, { format });
  const job = await waitForJob(product, getData(asked.body).id, 'completed');
  require(job.finalUrl !== undefined, 'the export has no file');
  const isByFfmpeg =
    codec === undefined
      ? job.warnings.some((warning) => warning.includes('ffmpeg in WebAssembly'))
      : !(await product.page.evaluate(canDecodeSound, codec));
  return isByFfmpeg ? 'by ffmpeg' : 'yes';
}

/** Some codecs need a description of the stream, or browsers refuse them; its content is not checked here. */
const canDecodeSound = async (codec: string): Promise<boolean> => {
  const config = { codec, numberOfChannels: 2, sampleRate: 48_000, description: new Uint8Array(64) };
  return 'AudioDecoder' in globalThis && (await AudioDecoder.isConfigSupported(config)).supported === true;
};
