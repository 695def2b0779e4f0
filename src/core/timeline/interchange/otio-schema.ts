import * as z from 'zod';

/** The JSON of OpenTimelineIO, as far as it is read here. Other fields are allowed and ignored. */

const finite = z.number();
/** Accepts infinite numbers too, unlike zod's own numbers. */
const anyNumber = z.custom<number>((value) => typeof value === 'number', 'must be a number');
const rationalTime = z.looseObject({ value: finite, rate: finite.positive() });
export type RationalTime = z.output<typeof rationalTime>;
const timeRange = z.looseObject({ start_time: rationalTime, duration: rationalTime });
export type OtioRange = z.output<typeof timeRange>;
/** An optional time or range. One with an infinite number, or `NaN`, counts as missing. */
const maybe = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isEndless(value) ? null : value), schema.nullish());

function isEndless(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const numbers: unknown[] = 'value' in value && 'rate' in value ? [value.value, value.rate] : [];
  const times: unknown[] = [
    ...('start_time' in value ? [value.start_time] : []),
    ...('duration' in value ? [value.duration] : []),
  ];
  return numbers.some((one) => one === null || Math.abs(Number(one)) === Infinity) || times.some(isEndless);
}

const schemaName = z.string().max(200);
const name = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const metadata = z.record(z.string(), z.unknown()).nullish();

const effect = z.looseObject({ OTIO_SCHEMA: schemaName, name, effect_name: name, time_scalar: anyNumber.nullish() });
export type OtioEffect = z.output<typeof effect>;

const marker = z.looseObject({ OTIO_SCHEMA: schemaName, name, marked_range: maybe(timeRange), metadata });

const mediaReference = z.looseObject({
  OTIO_SCHEMA: schemaName,
  target_url: z.string().nullish(),
  available_range: maybe(timeRange),
  generator_kind: z.string().nullish(),
});
export type MediaReference = z.output<typeof mediaReference>;

/** A track, a stack, or a child of one: a clip, a gap, a transition, or a nested track or stack. */
const child = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name,
  metadata,
  enabled: z.boolean().nullish(),
  source_range: maybe(timeRange),
  effects: z.array(effect).nullish(),
  markers: z.array(marker).nullish(),
  /** Fields of clips, in the first version and in the second. */
  media_reference: mediaReference.nullish(),
  media_references: z.record(z.string(), mediaReference).nullish(),
  active_media_reference_key: z.string().nullish(),
  /** Fields of transitions. */
  in_offset: maybe(rationalTime),
  out_offset: maybe(rationalTime),
  transition_type: z.string().nullish(),
  /** A field of tracks, and one of tracks and stacks. */
  kind: z.string().nullish(),
  get children() {
    return z.array(child).nullish();
  },
});
export type OtioChild = z.output<typeof child>;

export const otioTimeline = z.looseObject({
  OTIO_SCHEMA: z.string().regex(/^Timeline\.1$/, 'must be "Timeline.1"'),
  name,
  metadata,
  global_start_time: maybe(rationalTime),
  tracks: z.looseObject({
    markers: z.array(marker).nullish(),
    source_range: maybe(timeRange),
    children: z.array(child),
  }),
});
export type OtioTimeline = z.output<typeof otioTimeline>;
export type OtioMarker = z.output<typeof marker>;

/** The key in `metadata` under which our own documents store content that the format does not support. */
export const metadataName = 'offcut';

/** Converts a time or a duration to seconds. */
export const toSeconds = ({ value, rate }: RationalTime): number => value / rate;
