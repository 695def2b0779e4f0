import { expect, it } from 'vitest';
import { toRecord } from '#ui/app/json.ts';
import { bound, raise } from './linked-fields.ts';
import { readSchema } from './read-schema.ts';

const schema = {
  type: 'object',
  properties: {
    padding: { type: 'number', default: 0.12, minimum: 0, maximum: 5 },
    kept: { type: 'number', minimum: 0, maximum: 10, 'x-min-of': { field: 'padding', times: 2 } },
  },
};
const { control } = readSchema({}, schema);
const fields = control.kind === 'object' ? control.fields : [];

it.each([
  [{}, 0.24],
  [{ padding: 0.5 }, 1],
])('has the minimum and the default that another field sets: %j', (object, least) => {
  const field = fields.flatMap((each) => (each.name === 'kept' ? bound(each, fields, object) : []))[0];
  expect(field).toMatchObject({ preset: least, control: { least, most: 10 } });
});

it.each([
  [{ kept: 0.1 }, { kept: 0.24 }],
  [
    { kept: 0.5, padding: 1 },
    { kept: 2, padding: 1 },
  ],
  [{ kept: 0.5 }, { kept: 0.5 }],
  [{ padding: 1 }, { padding: 1 }],
])('raises a value below the minimum: %j', (object, raised) => {
  expect(raise(fields, toRecord(object))).toEqual(raised);
});
