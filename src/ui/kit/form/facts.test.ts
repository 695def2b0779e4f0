import { expect, it } from 'vitest';
import * as z from 'zod';
import { toFact, toFacts } from './facts.ts';
import { readSchema } from './read-schema.ts';

const field = readSchema(
  {},
  z.toJSONSchema(
    z.strictObject({
      startSeconds: z.number(),
      kind: z.enum(['silence', 'noise']),
      isAccepted: z.boolean(),
      reasons: z.array(z.string()),
      note: z.string().optional(),
    }),
  ),
);
const fields = field.control.kind === 'object' ? field.control.fields : [];

it('formats an object as text with units, without missing values', () => {
  const value = { startSeconds: 1.23456, kind: 'noise', isAccepted: true, reasons: [] };
  expect(toFacts(fields, value)).toBe('Start 1.235 s · Kind Noise · Accepted Yes');
  expect(toFacts(fields, { ...value, reasons: ['sharp', 'steady'] })).toContain('Reasons sharp, steady');
});

it('has a symbol for a missing value', () => {
  expect(fields.map((each) => toFact(each, undefined))).toEqual(['–', '–', '–', '–', '–']);
});
