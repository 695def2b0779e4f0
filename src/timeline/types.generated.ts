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
 * An item to send.
 */
export type ItemInput =
  VideoItemInput | PictureItemInput | TextItemInput | BubblesItemInput | ShapeItemInput | SoundItemInput;
/**
 * A number, or keyframes. The default easing is `linear`.
 */
export type NewAnimatable =
  | number
  | {
      keyframes: {
        atSeconds: number;
        value: number;
        easing?: undefined | Easing;
      }[];
    };
/**
 * A change of a document. Omitted fields have their default values.
 */
export type Edit =
  | {
      type: 'add-item';
      trackId: string;
      item: NewItem;
      fit?: undefined | 'exact' | 'insert';
      tracks?: undefined | 'this' | 'all' | 'connected';
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
      trackId?: undefined | string;
    }
  | {
      type: 'move-items';
      moves: {
        itemId: string;
        startSeconds: number;
        trackId?: undefined | string;
      }[];
      fit?: undefined | 'exact' | 'insert';
      magneticTrackId?: undefined | string;
    }
  | {
      type: 'duplicate';
      itemId: string;
      newId?: undefined | string;
      startSeconds?: undefined | number;
      trackId?: undefined | string;
      fit?: undefined | 'exact' | 'insert';
      tracks?: undefined | 'this' | 'all' | 'connected';
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
      newId?: undefined | string;
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
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'ripple-trim';
      itemId: string;
      edge: 'start' | 'end';
      atSeconds: number;
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'close-gap';
      trackId: string;
      atSeconds: number;
      tracks?: undefined | 'this' | 'all' | 'connected';
    }
  | {
      type: 'set-speed';
      itemId: string;
      speed: number;
      fit?: undefined | 'ripple' | 'keep' | 'shorten';
      tracks?: undefined | 'this' | 'all' | 'connected';
      linkedIds?: undefined | string[];
    }
  | {
      type: 'set';
      itemId: string;
      properties: {
        name?: undefined | string | null;
        startSeconds?: undefined | number | null;
        durationSeconds?: undefined | number | null;
        role?: undefined | string | null;
        groupId?: undefined | string | null;
        isHidden?: undefined | boolean | null;
        isLocked?: undefined | boolean | null;
        assetId?: undefined | string | null;
        sourceStartSeconds?: undefined | number | null;
        speed?: undefined | number | null;
        sourceDurationSeconds?: undefined | number | null;
        proxyAssetId?: undefined | string | null;
        x?: undefined | NewAnimatable | null;
        y?: undefined | NewAnimatable | null;
        width?: undefined | NewAnimatable | null;
        height?: undefined | NewAnimatable | null;
        rotation?: undefined | NewAnimatable | null;
        opacity?: undefined | NewAnimatable | null;
        crop?: undefined | Crop | null;
        blend?: undefined | BlendMode | null;
        blurPx?: undefined | NewAnimatable | null;
        flip?: undefined | ('none' | 'horizontal' | 'vertical' | 'both') | null;
        fadeInSeconds?: undefined | number | null;
        fadeOutSeconds?: undefined | number | null;
        transition?: undefined | Transition | null;
        audioTrack?: undefined | number | null;
        volume?: undefined | NewAnimatable | null;
        isMuted?: undefined | boolean | null;
        keepsPitch?: undefined | boolean | null;
        ducksUnder?: undefined | string | null;
        text?: undefined | string | null;
        font?: undefined | string | null;
        fontAssetId?: undefined | string | null;
        weight?: undefined | number | null;
        sizePx?: undefined | number | null;
        fill?: undefined | string | null;
        stroke?: undefined | Stroke | null;
        shadow?: undefined | Shadow | null;
        plate?: undefined | Plate | null;
        align?: undefined | ('left' | 'center' | 'right') | null;
        lineHeight?: undefined | number | null;
        letterSpacing?: undefined | number | null;
        entrance?: undefined | Motion | null;
        exit?: undefined | Motion | null;
        messages?: undefined | NewMessage[] | null;
        layout?: undefined | ('overlay' | 'chat') | null;
        side?: undefined | ('left' | 'right') | null;
        style?: undefined | ('neutral' | 'blue' | 'green' | 'dark') | null;
        colors?: undefined | BubbleColors | null;
        contactName?: undefined | string | null;
        scale?: undefined | number | null;
        shape?: undefined | ('rectangle' | 'ellipse' | 'line') | null;
        cornerPx?: undefined | number | null;
      };
    }
  | {
      type: 'set-keyframe';
      itemId: string;
      property: 'x' | 'y' | 'width' | 'height' | 'rotation' | 'opacity' | 'blurPx' | 'volume';
      atSeconds: number;
      value: number;
      easing?: undefined | Easing;
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
      groupId?: undefined | string;
    }
  | {
      type: 'ungroup';
      groupId: string;
    }
  | {
      type: 'add-track';
      track: {
        id?: undefined | string;
        name: string;
        kind: 'visual' | 'sound';
      };
      index?: undefined | number;
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
      name?: undefined | string;
      isHidden?: undefined | boolean;
      isMuted?: undefined | boolean;
      isLocked?: undefined | boolean;
    }
  | {
      type: 'add-marker';
      atSeconds: number;
      label: string;
      markerId?: undefined | string;
    }
  | {
      type: 'set-marker';
      markerId: string;
      atSeconds?: undefined | number;
      label?: undefined | string;
    }
  | {
      type: 'remove-marker';
      markerId: string;
    }
  | {
      type: 'set-canvas';
      title?: undefined | string;
      width?: undefined | number;
      height?: undefined | number;
      frameRate?: undefined | number;
      background?:
        | undefined
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
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed: number;
  sourceDurationSeconds?: undefined | number;
  proxyAssetId?: undefined | string;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
  audioTrack?: undefined | number;
  volume: Animatable;
  isMuted: boolean;
  keepsPitch: boolean;
  ducksUnder?: undefined | string;
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
  role?: undefined | string;
  groupId?: undefined | string;
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
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
}
/**
 * A text.
 */
export interface TextItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'text';
  text: string;
  font: string;
  fontAssetId?: undefined | string;
  weight: number;
  sizePx?: undefined | number;
  fill: string;
  stroke?: undefined | Stroke;
  shadow?: undefined | Shadow;
  plate?: undefined | Plate;
  align: 'left' | 'center' | 'right';
  lineHeight: number;
  letterSpacing: number;
  entrance?: undefined | Motion;
  exit?: undefined | Motion;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
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
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'bubbles';
  messages: Message[];
  layout: 'overlay' | 'chat';
  side: 'left' | 'right';
  style: 'neutral' | 'blue' | 'green' | 'dark';
  colors?: undefined | BubbleColors;
  contactName?: undefined | string;
  scale: number;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
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
  reaction?: undefined | string;
  receipt?: undefined | 'sent' | 'delivered' | 'read';
  imageAssetId?: undefined | string;
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
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx: number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  x: Animatable;
  y: Animatable;
  width: Animatable;
  height: Animatable;
  rotation: Animatable;
  opacity: Animatable;
  crop?: undefined | Crop;
  blend: BlendMode;
  blurPx: Animatable;
  flip: 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds: number;
  fadeOutSeconds: number;
  transition?: undefined | Transition;
}
/**
 * The audio of a sound file or of a video.
 */
export interface SoundItem {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden: boolean;
  isLocked: boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed: number;
  sourceDurationSeconds?: undefined | number;
  audioTrack?: undefined | number;
  volume: Animatable;
  isMuted: boolean;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  keepsPitch: boolean;
  ducksUnder?: undefined | string;
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
 * A document to send. Omitted fields have their default values.
 */
export interface CanvasDocumentInput {
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
  tracks: TrackInput[];
  markers?: undefined | Marker[];
}
/**
 * A track to send.
 */
export interface TrackInput {
  id: string;
  name: string;
  kind: 'visual' | 'sound';
  items: ItemInput[];
  isHidden?: undefined | boolean;
  isMuted?: undefined | boolean;
  isLocked?: undefined | boolean;
}
/**
 * A video to send.
 */
export interface VideoItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  proxyAssetId?: undefined | string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
/**
 * An image to send.
 */
export interface PictureItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'picture';
  assetId: string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A text to send.
 */
export interface TextItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'text';
  text: string;
  font?: undefined | string;
  fontAssetId?: undefined | string;
  weight?: undefined | number;
  sizePx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  shadow?: undefined | Shadow;
  plate?: undefined | Plate;
  align?: undefined | 'left' | 'center' | 'right';
  lineHeight?: undefined | number;
  letterSpacing?: undefined | number;
  entrance?: undefined | Motion;
  exit?: undefined | Motion;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A conversation to send.
 */
export interface BubblesItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'bubbles';
  messages: NewMessage[];
  layout?: undefined | 'overlay' | 'chat';
  side?: undefined | 'left' | 'right';
  style?: undefined | 'neutral' | 'blue' | 'green' | 'dark';
  colors?: undefined | BubbleColors;
  contactName?: undefined | string;
  scale?: undefined | number;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A message to add.
 */
export interface NewMessage {
  id: string;
  from: 'me' | 'them';
  text: string;
  atSeconds: number;
  typingSeconds?: undefined | number;
  reaction?: undefined | string;
  receipt?: undefined | 'sent' | 'delivered' | 'read';
  imageAssetId?: undefined | string;
}
/**
 * A shape to send.
 */
export interface ShapeItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * Audio to send.
 */
export interface SoundItemInput {
  id: string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
/**
 * A video to add.
 */
export interface NewVideoItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'video';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  proxyAssetId?: undefined | string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
/**
 * An image to add.
 */
export interface NewPictureItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'picture';
  assetId: string;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A text to add.
 */
export interface NewTextItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'text';
  text: string;
  font?: undefined | string;
  fontAssetId?: undefined | string;
  weight?: undefined | number;
  sizePx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  shadow?: undefined | Shadow;
  plate?: undefined | Plate;
  align?: undefined | 'left' | 'center' | 'right';
  lineHeight?: undefined | number;
  letterSpacing?: undefined | number;
  entrance?: undefined | Motion;
  exit?: undefined | Motion;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A conversation to add.
 */
export interface NewBubblesItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'bubbles';
  messages: NewMessage[];
  layout?: undefined | 'overlay' | 'chat';
  side?: undefined | 'left' | 'right';
  style?: undefined | 'neutral' | 'blue' | 'green' | 'dark';
  colors?: undefined | BubbleColors;
  contactName?: undefined | string;
  scale?: undefined | number;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * A shape to add.
 */
export interface NewShapeItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  cornerPx?: undefined | number;
  fill?: undefined | string;
  stroke?: undefined | Stroke;
  x: NewAnimatable;
  y: NewAnimatable;
  width: NewAnimatable;
  height: NewAnimatable;
  rotation?: undefined | NewAnimatable;
  opacity?: undefined | NewAnimatable;
  crop?: undefined | Crop;
  blend?: undefined | BlendMode;
  blurPx?: undefined | NewAnimatable;
  flip?: undefined | 'none' | 'horizontal' | 'vertical' | 'both';
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  transition?: undefined | Transition;
}
/**
 * Audio to add.
 */
export interface NewSoundItem {
  id?: undefined | string;
  name: string;
  startSeconds: number;
  durationSeconds: number;
  role?: undefined | string;
  groupId?: undefined | string;
  isHidden?: undefined | boolean;
  isLocked?: undefined | boolean;
  type: 'sound';
  assetId: string;
  sourceStartSeconds: number;
  speed?: undefined | number;
  sourceDurationSeconds?: undefined | number;
  audioTrack?: undefined | number;
  volume?: undefined | NewAnimatable;
  isMuted?: undefined | boolean;
  fadeInSeconds?: undefined | number;
  fadeOutSeconds?: undefined | number;
  keepsPitch?: undefined | boolean;
  ducksUnder?: undefined | string;
}
