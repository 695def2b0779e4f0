import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Recipe } from '#core/protocol/operation.ts';
import { findRecipeId, recipes } from './catalog.ts';

type Node = {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly default?: unknown;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly 'x-extension'?: boolean;
};

/** The schema of a required field. */
const needed = Symbol('needed');
/** The schema of an optional field without a fixed default. */
const open = Symbol('open');

const common = { outputFormat: 'mp4', autoApprove: false };

/** The contract's fields of each recipe that has a review, with their defaults. Other fields are marked as an extension. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  tighten: {
    material: needed,
    thresholdDb: null,
    minSilenceSeconds: 0.5,
    paddingSeconds: 0.12,
    keepGapSeconds: open,
    minSpeechSeconds: 0.08,
    maxRemovedShare: 0.9,
    protect: [],
    protectMotion: false,
    joins: 'cut',
    ...common,
  },
  'message-bubbles': {
    material: open,
    messages: needed,
    layout: 'overlay',
    side: 'right',
    style: 'neutral',
    colors: open,
    contactName: open,
    sounds: false,
    scale: 1,
    height: open,
    aspect: '16:9',
    frameRate: 30,
    ...common,
  },
  'text-behind': {
    material: needed,
    text: needed,
    font: 'Anton',
    weight: 800,
    fill: open,
    stroke: open,
    case: 'none',
    position: open,
    sizePx: open,
    rotation: 0,
    window: open,
    entrance: 'rise',
    exit: 'fade',
    opacity: 1,
    blend: 'normal',
    quality: 'best',
    ...common,
  },
  'tracked-title-card': {
    material: needed,
    title: needed,
    subtitle: open,
    style: 'card',
    target: 'auto',
    placement: 'auto',
    offsetPx: open,
    isBehindSubject: false,
    window: open,
    smoothing: 50,
    ...common,
  },
  'launch-cut': {
    materials: open,
    material: open,
    music: null,
    bpm: null,
    targetSeconds: 30,
    aspect: '16:9',
    height: 720,
    frameRate: 30,
    title: '',
    points: [],
    endCard: {},
    keepSpeech: false,
    seed: 1,
    ...common,
  },
};

const proposals: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  tighten: {
    '': ['cuts', 'noiseFloorDb', 'thresholdDb', 'beforeSeconds', 'afterSeconds'],
    cuts: ['id', 'startSeconds', 'endSeconds', 'kind', 'confidence', 'isAccepted'],
  },
  'message-bubbles': {
    '': ['messages', 'durationSeconds'],
    messages: ['from', 'text', 'atSeconds', 'typingSeconds', 'readSeconds', 'reaction', 'receipt', 'imageMaterial'],
  },
  'text-behind': {
    '': ['text', 'x', 'y', 'sizePx', 'rotation', 'fill', 'window', 'coveredShare'],
    window: ['startSeconds', 'endSeconds'],
    coveredShare: ['least', 'mean', 'most'],
  },
  'tracked-title-card': {
    '': ['path', 'corrections', 'placement', 'window', 'readableSeconds'],
    path: ['atSeconds', 'x', 'y', 'width', 'height', 'confidence', 'state'],
    corrections: ['atSeconds', 'box'],
  },
  'launch-cut': {
    '': ['bpm', 'tempoAlternates', 'beats', 'dropSeconds', 'music', 'musicStartSeconds', 'slots'],
    slots: ['id', 'role', 'startSeconds', 'durationSeconds', 'shot', 'alternates', 'text', 'isLocked'],
    'slots.shot': ['material', 'startSeconds', 'endSeconds', 'score', 'reasons'],
    'slots.alternates': ['material', 'startSeconds', 'endSeconds', 'score', 'reasons'],
  },
};

const getSchema = (schema: z.ZodType): Node => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;

/** Returns the names of the fields that are not an extension. */
const getNames = ({ properties = {} }: Node): string[] =>
  Object.entries(properties).flatMap(([name, field]) => (field['x-extension'] === true ? [] : [name]));

const getRecipe = (id: string): Recipe => {
  const known = findRecipeId(id);
  if (!known) {
    throw new TypeError(`The contract has the recipe "${id}", the list has not.`);
  }
  return recipes[known];
};

test.each(Object.keys(inputs))('%s accepts its fields, with their defaults', (id) => {
  const schema = getSchema(getRecipe(id).input);
  const fields = getNames(schema).map((name) => {
    const { default: usual } = schema.properties?.[name] ?? {};
    const isNeeded = schema.required?.includes(name) === true;
    return [name, isNeeded ? needed : usual === undefined ? open : usual];
  });
  expect(Object.fromEntries(fields)).toEqual(inputs[id]);
});

test.each(Object.keys(proposals))('%s proposes its fields', (id) => {
  const { proposal } = getRecipe(id);
  const root = proposal ? getSchema(proposal) : {};
  for (const [path, names] of Object.entries(proposals[id] ?? {})) {
    const steps = path === '' ? [] : path.split('.');
    const node = steps.reduce<Node>((parent, step) => {
      const field = parent.properties?.[step] ?? {};
      return field.items ?? field;
    }, root);
    expect(getNames(node).toSorted(), path).toEqual(names.toSorted());
  }
});

test('lists and texts have their maximum lengths', () => {
  const getField = (id: keyof typeof recipes, name: string): Node | undefined =>
    getSchema(recipes[id].input).properties?.[name];
  expect(getField('message-bubbles', 'messages')).toMatchObject({ minItems: 1, maxItems: 200 });
  expect(getField('text-behind', 'text')).toMatchObject({ minLength: 1, maxLength: 80 });
  expect(getField('launch-cut', 'materials')).toMatchObject({ minItems: 1, maxItems: 20 });
  expect(getField('launch-cut', 'points')).toMatchObject({ maxItems: 6, items: { maxLength: 60 } });
  expect(getField('message-bubbles', 'messages')?.items?.properties?.['text']).toMatchObject({ maxLength: 1000 });
  expect(getField('message-bubbles', 'contactName')).toMatchObject({ maxLength: 200 });
  expect(getField('tracked-title-card', 'title')).toMatchObject({ maxLength: 120 });
  expect(getField('tracked-title-card', 'subtitle')).toMatchObject({ maxLength: 200 });
  expect(getField('launch-cut', 'title')).toMatchObject({ maxLength: 60 });
  expect(getField('launch-cut', 'endCard')?.properties?.['text']).toMatchObject({ maxLength: 80 });
});
