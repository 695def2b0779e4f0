import { expect, it } from 'vitest';
import { ApiError, readEnvelope } from './envelope.ts';

const getError = (text: string): ApiError => {
  try {
    readEnvelope(text);
  } catch (thrown) {
    return ApiError.from(thrown);
  }
  throw new Error('it did not throw');
};

it('returns the payload, also after the white space of a long run', () => {
  expect(readEnvelope('    {"success":true,"data":{"a":[1]}}')).toEqual({ a: [1] });
});

it('throws a failure with its code, message, details and retry flag', () => {
  const error = getError(
    '{"success":false,"errorCode":"IN_FLIGHT","message":"Wait.","retryable":true,"details":{"envelopeId":"job_1"}}',
  );
  expect(error).toMatchObject({
    errorCode: 'IN_FLIGHT',
    message: 'Wait.',
    isRetryable: true,
    details: { envelopeId: 'job_1' },
  });
});

it.each(['', '   ', '{"success":true,"da', '<!doctype html>', '[]', 'null', '{"data":1}'])(
  'takes %j for an answer that was lost',
  (text) => expect(getError(text)).toMatchObject({ errorCode: 'LOST_ANSWER', isRetryable: true }),
);

it('converts a network error to a readable error', () => {
  expect(ApiError.from(new TypeError('Failed to fetch'))).toMatchObject({ errorCode: 'UNREACHABLE' });
});
