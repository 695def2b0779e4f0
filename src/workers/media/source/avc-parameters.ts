import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { BitReader } from './bit-reader.ts';
import type { CodedColour } from './colours.ts';

/** The parts of an H.264 sequence parameter set that are used here (ITU-R H.264, 7.3.2.1.1 and E.1.1). */
export type AvcParameters = CodedColour & {
  /** Whether frames can be stored as fields. */
  readonly hasFields: boolean;
};

/** Profiles whose parameter sets have additional chroma fields first. */
const profilesWithChroma = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** `matrix_coefficients`, table E-5, in the names of WebCodecs. */
const matrices: Readonly<Record<number, string>> = { 1: 'bt709', 5: 'smpte170m', 6: 'smpte170m', 9: 'bt2020-ncl' };

/** Reads the first sequence parameter set of a track; null for another codec, and if there is none. */
export async function readAvcParameters(video: InputVideoTrack): Promise<AvcParameters | null> {
  if ((await video.getCodec()) !== 'avc') {
    return null;
  }
  const description = (await video.getDecoderConfig())?.description;
  const bytes = description ? toBytes(description) : (await new EncodedPacketSink(video).getFirstPacket())?.data;
  const parameters = bytes && findParameters(bytes, description !== undefined);
  return parameters ? parse(parameters) : null;
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** Returns the first sequence parameter set after its header: in the configuration record of MP4, or after a start code. */
function findParameters(bytes: Uint8Array, isRecord: boolean): Uint8Array | null {
  if (isRecord) {
    // Six bytes of header, two of length, one of NAL header; the count is in the lowest five bits of the sixth.
    return ((bytes[5] ?? 0) & 31) > 0 ? bytes.subarray(9, 8 + 256 * (bytes[6] ?? 0) + (bytes[7] ?? 0)) : null;
  }
  for (let at = 0; at + 3 < bytes.length; at++) {
    const isStart = bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1;
    if (isStart && ((bytes[at + 3] ?? 0) & 31) === 7) {
      return bytes.subarray(at + 4);
    }
  }
  return null;
}

function parse(parameters: Uint8Array): AvcParameters {
  const bits = new BitReader(parameters);
  const profile = bits.read(8);
  bits.read(16); // constraints and level
  bits.readGolomb(); // seq_parameter_set_id
  if (profilesWithChroma.has(profile)) {
    skipChroma(bits);
  }
  bits.readGolomb(); // log2_max_frame_num_minus4
  skipOrderCount(bits);
  bits.readGolomb(); // max_num_ref_frames
  bits.read(1); // gaps_in_frame_num_value_allowed_flag
  bits.readGolomb(); // pic_width_in_mbs_minus1
  bits.readGolomb(); // pic_height_in_map_units_minus1
  const hasFields = bits.read(1) === 0; // frame_mbs_only_flag
  if (hasFields) {
    bits.read(1); // mb_adaptive_frame_field_flag
  }
  bits.read(1); // direct_8x8_inference_flag
  return { hasFields, ...readColour(bits) };
}

/** Reads from `frame_cropping_flag` to the end of `colour_description`. */
function readColour(bits: BitReader): CodedColour {
  for (let left = bits.read(1) === 1 ? 4 : 0; left > 0; left--) {
    bits.readGolomb(); // frame_crop_left_offset, and those of the other sides
  }
  if (bits.read(1) === 0) {
    return { matrix: null, isFullRange: false };
  }
  const hasAspectRatio = bits.read(1) === 1;
  if (hasAspectRatio && bits.read(8) === 255) {
    bits.read(16); // sar_width
    bits.read(16); // sar_height
  }
  if (bits.read(1) === 1) {
    bits.read(1); // overscan_appropriate_flag
  }
  if (bits.read(1) === 0) {
    return { matrix: null, isFullRange: false };
  }
  bits.read(3); // video_format
  const isFullRange = bits.read(1) === 1;
  const isDescribed = bits.read(1) === 1;
  bits.read(16); // colour_primaries and transfer_characteristics
  return { matrix: (isDescribed && matrices[bits.read(8)]) || null, isFullRange };
}

function skipChroma(bits: BitReader): void {
  const format = bits.readGolomb();
  if (format === 3) {
    bits.read(1); // separate_colour_plane_flag
  }
  bits.readGolomb(); // bit_depth_luma_minus8
  bits.readGolomb(); // bit_depth_chroma_minus8
  bits.read(1); // qpprime_y_zero_transform_bypass_flag
  if (bits.read(1) === 1) {
    for (let list = 0; list < (format === 3 ? 12 : 8); list++) {
      skipScalingList(bits, list < 6 ? 16 : 64);
    }
  }
}

function skipScalingList(bits: BitReader, size: number): void {
  if (bits.read(1) === 0) {
    return;
  }
  let last = 8;
  for (let index = 0; index < size; index++) {
    last = (last + bits.readSignedGolomb() + 256) % 256;
    if (last === 0) {
      return;
    }
  }
}

function skipOrderCount(bits: BitReader): void {
  const type = bits.readGolomb();
  if (type === 0) {
    bits.readGolomb(); // log2_max_pic_order_cnt_lsb_minus4
  } else if (type === 1) {
    bits.read(1); // delta_pic_order_always_zero_flag
    bits.readGolomb(); // offset_for_non_ref_pic
    bits.readGolomb(); // offset_for_top_to_bottom_field
    for (let left = bits.readGolomb(); left > 0; left--) {
      bits.readGolomb(); // offset_for_ref_frame
    }
  }
}
