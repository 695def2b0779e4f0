import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import * as z from 'zod';
import { newItem, timelineDocument, timelineItem } from '#core/timeline/document.ts';
import { easingIds } from '#core/timeline/easing.ts';
import { editSchema } from '#core/timeline/edit.ts';

/** The file with the public types of canvas documents, which `npm run client` writes. */
export const timelineTypesFile = join(import.meta.dirname, '../timeline/types.generated.ts');

type JsonObject = { readonly [key: string]: Json };
type Json = null | boolean | number | string | readonly Json[] | JsonObject;
type Named = { readonly schema: z.ZodType; readonly io: 'input' | 'output'; readonly description: string };

const [track, marker] = [timelineDocument.shape.tracks.element, timelineDocument.shape.markers.unwrap().element];
const [video, picture, text, bubbles, shape, sound] = timelineItem.options;
const [newVideo, newPicture, newText, newBubbles, newShape, newSound] = newItem.options;
const message = bubbles.shape.messages.element;

const output = (schema: z.ZodType, description: string): Named => ({ schema, io: 'output', description });
const input = (schema: z.ZodType, description: string): Named => ({ schema, io: 'input', description });

/** The types that get a name. All other types are written where they are used. */
const named: Readonly<Record<string, Named>> = {
  CanvasDocument: output(
    timelineDocument,
    'A canvas: tracks from bottom to top, each with items over time. Times are seconds, lengths pixels.',
  ),
  Track: output(track, 'A track with items that do not overlap.'),
  Marker: output(marker, 'A labeled time of the canvas.'),
  Item: output(timelineItem, 'An item of a track.'),
  VideoItem: output(video, 'A video with its audio.'),
  PictureItem: output(picture, 'An image.'),
  TextItem: output(text, 'A text.'),
  BubblesItem: output(bubbles, 'A conversation in bubbles.'),
  ShapeItem: output(shape, 'A rectangle, an ellipse or a line.'),
  SoundItem: output(sound, 'The audio of a sound file or of a video.'),
  Message: output(message, 'A message of a conversation.'),
  Crop: output(video.shape.crop.unwrap(), 'The cropped part at each edge, as a share of the width or height.'),
  Transition: output(video.shape.transition.unwrap(), 'The transition from the previous item on the track.'),
  Stroke: output(text.shape.stroke.unwrap(), 'An outline.'),
  Shadow: output(text.shape.shadow.unwrap(), 'A shadow of a text.'),
  Plate: output(text.shape.plate.unwrap(), 'A filled box behind a text.'),
  Motion: output(text.shape.entrance.unwrap(), 'The entrance or exit of a text.'),
  BubbleColors: output(bubbles.shape.colors.unwrap(), 'The fill and text colors of the two kinds of bubbles.'),
  Animatable: output(
    video.shape.x,
    "A number, or keyframes in the order of time. Their times count from the item's start.",
  ),
  Easing: output(z.enum(easingIds), 'The interpolation from a keyframe to the next.'),
  BlendMode: output(video.shape.blend.unwrap(), 'The blend mode of an item with the items below it.'),
  Edit: input(editSchema, 'A change of a document. Omitted fields have their default values.'),
  NewItem: input(newItem, 'An item to add. Omitted fields have their default values; an omitted id is generated.'),
  NewVideoItem: input(newVideo, 'A video to add.'),
  NewPictureItem: input(newPicture, 'An image to add.'),
  NewTextItem: input(newText, 'A text to add.'),
  NewBubblesItem: input(newBubbles, 'A conversation to add.'),
  NewShapeItem: input(newShape, 'A shape to add.'),
  NewSoundItem: input(newSound, 'Audio to add.'),
  NewMessage: input(message, 'A message to add.'),
  NewAnimatable: input(video.shape.x, 'A number, or keyframes. The default easing is `linear`.'),
};

/** Constraints that a type cannot express. */
const constraints = new Set(
  '$schema default maxItems maxLength maximum minItems minLength minimum exclusiveMinimum exclusiveMaximum pattern'.split(
    ' ',
  ),
);

/** Returns the TypeScript source of the public types of documents and edits, without imports. */
export async function makeTimelineTypes(): Promise<string> {
  const schemas = Object.entries(named).map(([name, { schema, io, description }]) => ({
    name,
    description,
    json: toJson(schema, io),
  }));
  const names = new Map<string, string>();
  for (const { name, json } of schemas.toReversed()) {
    names.set(JSON.stringify(json), name);
  }
  const definitions = Object.fromEntries(
    schemas.map(({ name, description, json }) => [name, { description, ...referParts(json, names) }]),
  );
  const whole: JSONSchema = {
    type: 'object',
    additionalProperties: false,
    definitions,
    properties: Object.fromEntries(schemas.map(({ name }) => [name, { $ref: `#/definitions/${name}` }])),
    required: schemas.map(({ name }) => name),
  };
  const source = await compile(whole, 'TimelineTypes', {
    additionalProperties: false,
    bannerComment: '/* Generated from the schema of canvas documents by `npm run client`. */',
    style: { printWidth: 120, singleQuote: true },
  });
  // The type that only names all others is not part of the result.
  return source.replace(/export interface TimelineTypes \{[^]*?\n\}\n/, '');
}

/** Returns the JSON schema of a type, without constraints. Equal types have equal schemas. */
function toJson(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, metadata: z.registry() }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is JSON
  return JSON.parse(text, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !constraints.has(key))) : value,
  ) as JsonObject;
}

/** Replaces the named types in a schema by references. */
function refer(json: Json, names: ReadonlyMap<string, string>): Json {
  const name = names.get(JSON.stringify(json));
  if (name !== undefined) {
    return { $ref: `#/definitions/${name}` };
  }
  if (isRecord(json)) {
    return referParts(json, names);
  }
  return Array.isArray(json) ? json.map((part: Json) => refer(part, names)) : json;
}

const referParts = (json: JsonObject, names: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries(Object.entries(json).map(([key, part]) => [key, refer(part, names)]));

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

if (process.argv[1] === import.meta.filename) {
  await writeFile(timelineTypesFile, await makeTimelineTypes());
}
