/* Generated from the schema of canvas documents by `npm run client`. */

/**
 * An item of a track.
 */
export type Item = VideoItem | PictureItem | TextItem | BubblesItem | ShapeItem | SoundItem;
/**
 * A number, or keyframes in the order of time. Their times count from the item's start.
 */
export type Animatable =
  | number
  | {
      keyframes: {
        atSeconds: number;
        value: number;
        easing: Easing;
      }[];
    };
/**
 * The interpolation from a keyframe to the next.
 */
export type Easing = 'linear' | 'ease-in' | 'ease-out' | 'ease-in-out' | 'overshoot' | 'hold';
/**
 * The blend mode of an item with the items below it.
 */
export type BlendMode =
  | 'normal'
  | 'multiply'
  | 'screen'
  | 'overlay'
  | 'darken'
  | 'lighten'
  | 'color-dodge'
  | 'color-burn'
  | 'hard-light'
  | 'soft-light'
  | 'difference'
  | 'exclusion';
/**
 * A change of a document. Omitted fields have their default values.
 */
export type Edit =
  | {
      type: 'add-item';
      trackId: string;
      item: NewItem;
    }
  | {
      type: 'remove-item';
      itemId: string;
    }
  | {
      type: 'replace-item';
      itemId: string;
      item: NewItem;
    }
  | {
      type: 'move';
      itemId: string;
      startSeconds: number;
      trackId?: string;
    }
  | {
      type: 'move-items';
      moves: {
        itemId: string;
        startSeconds: number;
        trackId?: string;
      }[];
    }
  | {
      type: 'duplicate';
      itemId: string;
      newId?: string;
      startSeconds?: number;
      trackId?: string;
    }
  | {
      type: 'trim';
      itemId: string;
      edge: 'start' | 'end';
      atSeconds: number;
    }
  | {
      type: 'split';
      itemId: string;
      atSeconds: number;
      newId?: string;
    }
  | {
      type: 'join';
      itemId: string;
    }
  | {
      type: 'roll';
      itemId: string;
      atSeconds: number;
    }
  | {
      type: 'slip';
      itemId: string;
      sourceStartSeconds: number;
    }
  | {
      type: 'ripple-delete';
      itemId: string;
      tracks?: 'this' | 'all';
    }
  | {
      type: 'ripple-trim';
      itemId: string;
      edge: 'start' | 'end';
      atSeconds: number;
      tracks?: 'this' | 'all';
    }
  | {
      type: 'set-speed';
      itemId: string;
      speed: number;
      fit?: 'ripple' | 'keep' | 'shorten';
      tracks?: 'this' | 'all';
      linkedIds?: string[];
    }
  | {
      type: 'set';
      itemId: string;
      properties: {
        name?: string | null;
        startSeconds?: number | null;
        durationSeconds?: number | null;
        role?: string | null;
        groupId?: string | null;
        isHidden?: boolean | null;
        isLocked?: boolean | null;
        assetId?: string | null;
        sourceStartSeconds?: number | null;
        speed?: number | null;
        sourceDurationSeconds?: number | null;
        proxyAssetId?: string | null;
        x?: NewAnimatable | null;
        y?: NewAnimatable | null;
        width?: NewAnimatable | null;
        height?: NewAnimatable | null;
        rotation?: NewAnimatable | null;
        opacity?: NewAnimatable | null;
        crop?: Crop | null;
        blend?: BlendMode | null;
        blurPx?: NewAnimatable | null;
        flip?: ('none' | 'horizontal' | 'vertical' | 'both') | null;
        fadeInSeconds?: number | null;
        fadeOutSeconds?: number | null;
        transition?: Transition | null;
        audioTrack?: number | null;
        volume?: NewAnimatable | null;
        isMuted?: boolean | null;
        keepsPitch?: boolean | null;
        ducksUnder?: string | null;
        text?: string | null;
        font?: string | null;
        weight?: number | null;
        sizePx?: number | null;
        fill?: string | null;
        stroke?: Stroke | null;
        shadow?: Shadow | null;
        plate?: Plate | null;
        align?: ('left' | 'center' | 'right') | null;
        lineHeight?: number | null;
        letterSpacing?: number | null;
        entrance?: Motion | null;
        exit?: Motion | null;
        messages?: NewMessage[] | null;
        layout?: ('overlay' | 'chat') | null;
        side?: ('left' | 'right') | null;
        style?: ('neutral' | 'blue' | 'green' | 'dark') | null;
        colors?: BubbleColors | null;
        contactName?: string | null;
        scale?: number | null;
        shape?: ('rectangle' | 'ellipse' | 'line') | null;
        cornerPx?: number | null;
      };
    }
  | {
      type: 'set-keyframe';
      itemId: string;
      property: 'x' | 'y' | 'width' | 'height' | 'rotation' | 'opacity' | 'blurPx' | 'volume';
      atSeconds: number;
      value: number;
      easing?: Easing;
    }
  | {
      type: 'remove-keyframe';
      itemId: string;
      property: 'x' | 'y' | 'width' | 'height' | 'rotation' | 'opacity' | 'blurPx' | 'volume';
      atSeconds: number;
    }
  | {
      type: 'group';
      itemIds: string[];
      groupId?: string;
    }
  | {
      type: 'ungroup';
      groupId: string;
    }
  | {
      type: 'add-track';
      track: {
        id?: string;
        name: string;
        kind: 'visual' | 'sound';
      };
      index?: number;
    }
  | {
      type: 'remove-track';
      trackId: string;
    }
  | {
      type: 'move-track';
      trackId: string;
      index: number;
    }
  | {
      type: 'set-track';
      trackId: string;
      name?: string;
      isHidden?: boolean;
      isMuted?: boolean;
      isLocked?: boolean;
    }
  | {
      type: 'add-marker';
      atSeconds: number;
      label: string;
      markerId?: string;
    }
  | {
      type: 'set-marker';
      markerId: string;
      atSeconds?: number;
      label?: string;
    }
  | {
      type: 'remove-marker';
      markerId: string;
    }
  | {
      type: 'set-canvas';
      title?: string;
      width?: number;
      height?: number;
      frameRate?: number;
      background?:
        | {
            type: 'transparent';
          }
        | {
            type: 'color';
            color: string;
          };
    };
/**
 * An item to add. Omitted fields have their default values; an omitted id is generated.
 */
export type NewItem = NewVideoItem | NewPictureItem | NewTextItem | NewBubblesItem | NewShapeItem | NewSoundItem;
/**
 * A number, or keyframes. The default easing is `linear`.
 */
export type NewAnimatable =
  | number
  | {
      keyframes: {
        atSeconds: number;
        value: number;
        easing?: Easing;
      }[];
    };

/**
 * A canvas: tracks from bottom to top, each with items over time. Times are seconds, lengths pixels.
 */
export interface CanvasDocument {
  version: 2;
  title: string;
  width: number;
  height: number;
  frameRate: number;
  background:
    | {
        type: 'transparent';
      }
    | {
        type: 'color';
        color: string;
      };
  tracks: Track[];
  markers: Marker[];
}
/**
 * A track with items that do not overlap.
 */
export interface Track {
  id: string;
  name: string;
  kind: 'visual' | 'sound';
  items: Item[];
  isHidden: boolean;
  isMuted: boolean;
  isLocked: boolean;
}
/**
 * A video with its audio.
 */
export interface VideoItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed: number;
  sourceDurationSeconds?: number;
  proxyAssetId?: string;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: Transition;
  audioTrack?: number;
  volume: Animatable;
  isMuted: boolean;
  keepsPitch: boolean;
  ducksUnder?: string;
}
/**
 * The cropped part at each edge, as a share of the width or height.
 */
export interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/**
 * The transition from the previous item on the track.
 */
export interface Transition {
  type: 'dissolve' | 'wipe-left' | 'wipe-right' | 'slide-left' | 'slide-right';
  durationSeconds: number;
}
/**
 * An image.
 */
export interface PictureItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'picture';
  assetId: string;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: Transition;
}
/**
 * A text.
 */
export interface TextItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'text';
  text: string;
  font: string;
  weight: number;
  sizePx?: number;
  fill: string;
  stroke?: Stroke;
  shadow?: Shadow;
  plate?: Plate;
  align: 'left' | 'center' | 'right';
  lineHeight: number;
  letterSpacing: number;
  entrance?: Motion;
  exit?: Motion;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: Transition;
}
/**
 * An outline.
 */
export interface Stroke {
  color: string;
  widthPx: number;
}
/**
 * A shadow of a text.
 */
export interface Shadow {
  color: string;
  blurPx: number;
  x: number;
  y: number;
}
/**
 * A filled box behind a text.
 */
export interface Plate {
  fill: string;
  paddingPx: number;
  cornerPx: number;
}
/**
 * The entrance or exit of a text.
 */
export interface Motion {
  type: 'fade' | 'rise' | 'scale' | 'wipe' | 'type';
  durationSeconds: number;
}
/**
 * A conversation in bubbles.
 */
export interface BubblesItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'bubbles';
  messages: Message[];
  layout: 'overlay' | 'chat';
  side: 'left' | 'right';
  style: 'neutral' | 'blue' | 'green' | 'dark';
  colors?: BubbleColors;
  contactName?: string;
  scale: number;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: Transition;
}
/**
 * A message of a conversation.
 */
export interface Message {
  id: string;
  from: 'me' | 'them';
  text: string;
  atSeconds: number;
  typingSeconds: number;
  reaction?: string;
  receipt?: 'sent' | 'delivered' | 'read';
  imageAssetId?: string;
}
/**
 * The fill and text colors of the two kinds of bubbles.
 */
export interface BubbleColors {
  me: string;
  meText: string;
  them: string;
  themText: string;
}
/**
 * A rectangle, an ellipse or a line.
 */
export interface ShapeItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx: number;
  fill?: string;
  stroke?: Stroke;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: Transition;
}
/**
 * The audio of a sound file or of a video.
 */
export interface SoundItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed: number;
  sourceDurationSeconds?: number;
  audioTrack?: number;
  volume: Animatable;
  isMuted: boolean;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  keepsPitch: boolean;
  ducksUnder?: string;
}
/**
 * A labeled time of the canvas.
 */
export interface Marker {
  id: string;
  atSeconds: number;
  label: string;
}
/**
 * A video to add.
 */
export interface NewVideoItem {
  id?: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden?: boolean;
  isLocked?: boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed?: number;
  sourceDurationSeconds?: number;
  proxyAssetId?: string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: NewAnimatable;
  opacity?: NewAnimatable;
  crop?: Crop;
  blend?: BlendMode;
  blurPx?: NewAnimatable;
  flip?: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition?: Transition;
  audioTrack?: number;
  volume?: NewAnimatable;
  isMuted?: boolean;
  keepsPitch?: boolean;
  ducksUnder?: string;
}
/**
 * An image to add.
 */
export interface NewPictureItem {
  id?: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden?: boolean;
  isLocked?: boolean;
  type: 'picture';
  assetId: string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: NewAnimatable;
  opacity?: NewAnimatable;
  crop?: Crop;
  blend?: BlendMode;
  blurPx?: NewAnimatable;
  flip?: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition?: Transition;
}
/**
 * A text to add.
 */
export interface NewTextItem {
  id?: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden?: boolean;
  isLocked?: boolean;
  type: 'text';
  text: string;
  font?: string;
  weight?: number;
  sizePx?: number;
  fill?: string;
  stroke?: Stroke;
  shadow?: Shadow;
  plate?: Plate;
  align?: 'left' | 'center' | 'right';
  lineHeight?: number;
  letterSpacing?: number;
  entrance?: Motion;
  exit?: Motion;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: NewAnimatable;
  opacity?: NewAnimatable;
  crop?: Crop;
  blend?: BlendMode;
  blurPx?: NewAnimatable;
  flip?: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition?: Transition;
}
/**
 * A conversation to add.
 */
export interface NewBubblesItem {
  id?: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden?: boolean;
  isLocked?: boolean;
  type: 'bubbles';
  messages: NewMessage[];
  layout?: 'overlay' | 'chat';
  side?: 'left' | 'right';
  style?: 'neutral' | 'blue' | 'green' | 'dark';
  colors?: BubbleColors;
  contactName?: string;
  scale?: number;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: NewAnimatable;
  opacity?: NewAnimatable;
  crop?: Crop;
  blend?: BlendMode;
  blurPx?: NewAnimatable;
  flip?: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition?: Transition;
}
/**
 * A message to add.
 */
export interface NewMessage {
  id: string;
  from: 'me' | 'them';
  text: string;
  atSeconds: number;
  typingSeconds?: number;
  reaction?: string;
  receipt?: 'sent' | 'delivered' | 'read';
  imageAssetId?: string;
}
/**
 * A shape to add.
 */
export interface NewShapeItem {
  id?: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden?: boolean;
  isLocked?: boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx?: number;
  fill?: string;
  stroke?: Stroke;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: NewAnimatable;
  opacity?: NewAnimatable;
  crop?: Crop;
  blend?: BlendMode;
  blurPx?: NewAnimatable;
  flip?: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition?: Transition;
}
/**
 * Audio to add.
 */
export interface NewSoundItem {
  id?: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: string;
  groupId?: string;
  isHidden?: boolean;
  isLocked?: boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed?: number;
  sourceDurationSeconds?: number;
  audioTrack?: number;
  volume?: NewAnimatable;
  isMuted?: boolean;
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  keepsPitch?: boolean;
  ducksUnder?: string;
}
