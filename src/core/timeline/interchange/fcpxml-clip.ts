import { valueAt } from '../animate.ts';
import type { AudibleItem, Item, ItemOf, TimelineDocument, VisualItem } from '../document.ts';
import { getEnd } from '../schedule.ts';
import type { Resources } from './fcpxml-resources.ts';
import type { Clock } from './fcpxml-time.ts';
import { element, type XmlElement } from './xml.ts';

/** The position of a clip: `offset` in frames of its parent's clock, `lane` above (or, if negative, below) the main storyline. */
export type ClipPlace = { readonly offset: number; readonly lane: number | undefined; readonly isEnabled: boolean };

/** The shared data for writing clips. */
export type ClipWriter = {
  readonly document: TimelineDocument;
  readonly resources: Resources;
  readonly clock: Clock;
};

/** Writes an item as a clip with its connected clips; null if the format has no clip for it. */
export function toClip(
  writer: ClipWriter,
  item: Item,
  place: ClipPlace,
  connected: readonly XmlElement[] = [],
): XmlElement | null {
  if (item.type === 'video' || item.type === 'sound') {
    return toAssetClip(writer, item, place, connected);
  }
  if (item.type === 'picture') {
    return toStill(writer, item, place, connected);
  }
  return item.type === 'text' ? toTitle(writer, item, place, connected) : null;
}

/** Returns the frame of an item's content at its start, on its own clock, which has the frame rate of the canvas. */
export const getLocalStart = ({ clock }: ClipWriter, item: Item): number =>
  clock.countFrames('speed' in item ? item.sourceStartSeconds / item.speed : 0);

/** Returns the first and last frame of the canvas of an item, at least one frame apart. */
export function getSpan({ clock }: ClipWriter, item: Item): { readonly start: number; readonly end: number } {
  const start = clock.countFrames(item.startSeconds);
  return { start, end: Math.max(start + 1, clock.countFrames(getEnd(item))) };
}

function getTimes(writer: ClipWriter, item: Item, { offset, lane, isEnabled }: ClipPlace) {
  const { start, end } = getSpan(writer, item);
  return {
    lane,
    offset: writer.clock.write(offset),
    name: item.name,
    start: writer.clock.write(getLocalStart(writer, item)),
    duration: writer.clock.write(end - start),
    enabled: isEnabled ? undefined : 0,
  };
}

function toAssetClip(
  writer: ClipWriter,
  item: AudibleItem,
  place: ClipPlace,
  connected: readonly XmlElement[],
): XmlElement | null {
  const asset = writer.resources.assets.get(item.assetId);
  if (!asset) {
    return null;
  }
  const isPictureAlone = item.type === 'video' && item.isMuted;
  const attributes = {
    ref: asset.id,
    ...getTimes(writer, item, place),
    srcEnable: isPictureAlone ? 'video' : undefined,
    audioRole: 'dialogue',
  };
  return element('asset-clip', attributes, [
    ...toTimeMap(writer, item, asset.file.facts?.durationSeconds ?? null),
    ...(item.type === 'video' ? toAdjustments(writer, item) : []),
    ...toVolume(item),
    ...connected,
  ]);
}

/** Writes a speed as a map from the clip's times to those of its file. */
function toTimeMap({ clock }: ClipWriter, item: AudibleItem, length: number | null): XmlElement[] {
  if (item.speed === 1) {
    return [];
  }
  const end = length ?? item.sourceStartSeconds + item.durationSeconds * item.speed;
  const time = clock.write(Math.max(1, clock.countFrames(end / item.speed)));
  const value = clock.write(Math.max(1, clock.countFrames(end)));
  return [
    element('timeMap', { preservesPitch: item.keepsPitch ? 1 : 0 }, [
      element('timept', { time: '0s', value: '0s', interp: 'linear' }),
      element('timept', { time, value, interp: 'linear' }),
    ]),
  ];
}

function toStill(
  writer: ClipWriter,
  item: ItemOf<'picture'>,
  place: ClipPlace,
  connected: readonly XmlElement[],
): XmlElement | null {
  const asset = writer.resources.assets.get(item.assetId);
  if (!asset) {
    return null;
  }
  const children = [...toAdjustments(writer, item), ...connected];
  return element('video', { ref: asset.id, ...getTimes(writer, item, place) }, children);
}

function toTitle(
  writer: ClipWriter,
  item: ItemOf<'text'>,
  place: ClipPlace,
  connected: readonly XmlElement[],
): XmlElement {
  const styleId = `ts-${item.id.replaceAll(/[^a-zA-Z0-9-]/gu, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`)}`;
  const style = element('text-style', {
    font: item.font,
    fontSize: Math.round(item.sizePx ?? valueAt(item.height, 0) / item.lineHeight),
    fontColor: toColor(item.fill),
    alignment: item.align,
  });
  return element('title', { ref: writer.resources.titleId, ...getTimes(writer, item, place) }, [
    element('text', {}, [element('text-style', { ref: styleId }, [item.text])]),
    element('text-style-def', { id: styleId }, [style]),
    ...connected,
  ]);
}

/** Converts a color to red, green, blue and alpha from 0 to 1. */
function toColor(color: string): string {
  const channels = [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2) || 'ff', 16) / 255);
  return channels.map((channel) => Number(channel.toFixed(4))).join(' ');
}

/** Writes position, size and opacity at the start. A clip is fitted into the frame; lengths are shares of the frame height. */
function toAdjustments({ document, resources }: ClipWriter, item: VisualItem): XmlElement[] {
  const facts = 'assetId' in item ? resources.assets.get(item.assetId)?.file.facts : null;
  const width = facts?.width ?? document.width;
  const height = facts?.height ?? document.height;
  const fitted = Math.min(document.width / width, document.height / height);
  const x = ((valueAt(item.x, 0) - document.width / 2) / document.height) * 100;
  const y = ((document.height / 2 - valueAt(item.y, 0)) / document.height) * 100;
  const flipX = item.flip === 'horizontal' || item.flip === 'both' ? -1 : 1;
  const flipY = item.flip === 'vertical' || item.flip === 'both' ? -1 : 1;
  const scale = [
    (valueAt(item.width, 0) / (width * fitted)) * flipX,
    (valueAt(item.height, 0) / (height * fitted)) * flipY,
  ];
  const transform = {
    position: toNumbers([x, y]),
    scale: toNumbers(scale),
    rotation: toNumbers([-valueAt(item.rotation, 0)]),
  };
  const isPlain = transform.position === '0 0' && transform.scale === '1 1' && transform.rotation === '0';
  const opacity = valueAt(item.opacity, 0);
  return [
    ...(isPlain ? [] : [element('adjust-transform', transform)]),
    ...(opacity === 1 ? [] : [element('adjust-blend', { amount: toNumbers([opacity]) })]),
  ];
}

const toNumbers = (values: readonly number[]): string => values.map((value) => Number(value.toFixed(4)) + 0).join(' ');

/** Writes the volume at the start in decibels; silence is the minimum that the format can express. */
function toVolume({ volume }: AudibleItem): XmlElement[] {
  const amplitude = valueAt(volume, 0);
  const decibels = amplitude > 0 ? Math.max(-96, 20 * Math.log10(amplitude)) : -96;
  return amplitude === 1 ? [] : [element('adjust-volume', { amount: `${Number(decibels.toFixed(2))}dB` })];
}
