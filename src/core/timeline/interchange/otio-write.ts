import type { AudibleItem, Item, TimelineDocument, Track } from '../document.ts';
import { inOrder } from '../schedule.ts';
import type { MediaFile, MediaFiles } from './media-file.ts';
import { metadataName } from './otio-schema.ts';

/**
 * Writes a document as OpenTimelineIO 1.0. Content that the format does not support is in the metadata, so that Offcut can read the
 * document without loss. The audio of videos is also on tracks of its own, because other programs need it there.
 */
export function toOtio(document: TimelineDocument, files: MediaFiles): string {
  const { tracks, markers, title, ...settings } = document;
  const writer = { document, files };
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: title,
    metadata: own(settings),
    global_start_time: null,
    tracks: {
      ...composable('Stack.1', 'tracks', {}),
      source_range: null,
      effects: [],
      markers: markers.map(({ id, label, atSeconds }) => ({
        ...composable('Marker.2', label, own({ id, atSeconds })),
        color: 'GREEN',
        comment: '',
        marked_range: toRange(atSeconds, 0, document.frameRate),
      })),
      children: [
        ...tracks.map((track) => toTrack(writer, track)),
        ...tracks.flatMap((track) => toSound(writer, track)),
      ],
    },
  };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}

type Writer = { readonly document: TimelineDocument; readonly files: MediaFiles };

const composable = (schema: string, name: string, metadata: object) => ({ OTIO_SCHEMA: schema, name, metadata });

const own = (content: object): object => ({ [metadataName]: content });

function toTrack(writer: Writer, { items, name, ...settings }: Track): object {
  return {
    ...composable('Track.1', name, own(settings)),
    source_range: null,
    effects: [],
    markers: [],
    enabled: settings.kind === 'sound' ? !settings.isMuted : !settings.isHidden,
    kind: settings.kind === 'sound' ? 'Audio' : 'Video',
    children: toChildren(writer, inOrder(items), (item) => toClip(writer, item, item)),
  };
}

/** Writes the audio of a video track as a separate track, if there is any; Offcut does not read it back. */
function toSound(writer: Writer, { items, name, kind, isMuted }: Track): object[] {
  const heard = inOrder(items).filter((item): item is AudibleItem => item.type === 'video' && hasSound(writer, item));
  if (kind === 'sound' || heard.length === 0) {
    return [];
  }
  const toHeard = (item: Item): object => ({
    ...toClip(writer, item, {}),
    enabled: !('isMuted' in item && item.isMuted),
  });
  return [
    {
      ...composable('Track.1', `${name} (sound)`, own({ isSoundOf: name })),
      source_range: null,
      effects: [],
      markers: [],
      enabled: !isMuted,
      kind: 'Audio',
      children: toChildren(writer, heard, toHeard),
    },
  ];
}

const hasSound = ({ files }: Writer, { assetId }: AudibleItem): boolean => files[assetId]?.facts?.hasSound ?? true;

/** Writes items one after the other, with their gaps and transitions. */
function toChildren({ document }: Writer, items: readonly Item[], toChild: (item: Item) => object): object[] {
  const { frameRate } = document;
  let cursor = 0;
  return items.flatMap((item) => {
    const gap = item.startSeconds - cursor;
    const hasGap = gap * frameRate > 1e-4;
    cursor = (hasGap ? item.startSeconds : cursor) + item.durationSeconds;
    return [...(hasGap ? [toGap(gap, frameRate)] : []), ...toTransition(item, frameRate), toChild(item)];
  });
}

const toGap = (seconds: number, rate: number): object => ({
  ...composable('Gap.1', '', {}),
  source_range: toRange(0, seconds, rate),
  effects: [],
  markers: [],
  enabled: true,
});

/** Writes a transition that starts at the edit point: the previous clip continues for its duration after its end. */
function toTransition(item: Item, rate: number): object[] {
  const transition = item.type === 'sound' ? undefined : item.transition;
  return transition
    ? [
        {
          ...composable('Transition.1', transition.type, own({ type: transition.type })),
          transition_type: transition.type === 'dissolve' ? 'SMPTE_Dissolve' : 'Custom_Transition',
          in_offset: toTime(0, rate),
          out_offset: toTime(transition.durationSeconds, rate),
        },
      ]
    : [];
}

function toClip({ document, files }: Writer, item: Item, metadata: object): object {
  const file = 'assetId' in item ? files[item.assetId] : undefined;
  const rate = file?.facts?.frameRate ?? document.frameRate;
  const start = 'sourceStartSeconds' in item ? item.sourceStartSeconds : 0;
  const speed = 'speed' in item ? item.speed : 1;
  return {
    ...composable('Clip.2', item.name, own(metadata)),
    source_range: toRange(start, item.durationSeconds, rate),
    effects:
      speed === 1
        ? []
        : [{ ...composable('LinearTimeWarp.1', '', {}), effect_name: 'LinearTimeWarp', time_scalar: speed }],
    markers: [],
    enabled: item.type === 'sound' ? !item.isMuted : !item.isHidden,
    media_references: { DEFAULT_MEDIA: toReference(item, file, rate) },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
}

function toReference(item: Item, file: MediaFile | undefined, rate: number): object {
  const about = { available_range: null, available_image_bounds: null };
  if (!('assetId' in item)) {
    const parameters = item.type === 'text' ? { text: item.text } : {};
    return { ...composable('GeneratorReference.1', item.name, {}), ...about, generator_kind: item.type, parameters };
  }
  if (!file) {
    return { ...composable('MissingReference.1', '', {}), ...about };
  }
  const duration = file.facts?.durationSeconds ?? null;
  return {
    ...composable('ExternalReference.1', file.name, {}),
    ...about,
    available_range: duration === null ? null : toRange(0, duration, rate),
    target_url: file.url,
  };
}

const toRange = (start: number, duration: number, rate: number): object => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: toTime(start, rate),
  duration: toTime(duration, rate),
});

/** Converts seconds to frames of the rate, as a whole number unless the time is between two frames. */
const toTime = (seconds: number, rate: number): object => ({
  OTIO_SCHEMA: 'RationalTime.1',
  rate,
  value: Number((seconds * rate).toFixed(6)),
});
