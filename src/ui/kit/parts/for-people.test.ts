import { expect, it } from 'vitest';
import { failures } from '#core/lib/failure.ts';
import { forPeople } from './for-people.ts';

it('omits instructions that only a program can follow', () => {
  expect(forPeople(failures.JOB_NOT_FOUND.sentence)).toBe(
    'Job not found: it was deleted, or it is in another browser.',
  );
  expect(forPeople(failures.CANVAS_NOT_FOUND.sentence)).toBe(
    'Canvas not found: it was deleted, or it is in another browser.',
  );
  expect(forPeople(failures.TICKET_NOT_FOUND.sentence)).toBe('This upload link is not valid in this browser.');
  expect(
    forPeople(
      'No model that cuts out objects is installed here; install U2-Netp (4.57 MB, Apache-2.0) with POST /v1/models/u2netp/download, or on the page Storage and models.',
    ),
  ).toBe('No model that cuts out objects is installed here.');
  expect(forPeople('It is at 2 s; nothing else.')).toBe('It is at 2 s; nothing else.');
  expect(
    Object.values(failures)
      .map(({ sentence }) => forPeople(sentence))
      .join(' '),
  ).not.toMatch(/(GET|POST) \//);
});

/** Only programs send this field: users never see its messages. */
const ofPrograms: readonly string[] = [
  'IDEMPOTENCY_CONFLICT',
  'METHOD_NOT_ALLOWED',
  'HEADERS_TOO_LARGE',
  'SCOPE_DENIED',
  'RECIPE_NOT_ALLOWED',
  'SPEND_CAP_REACHED',
];

it('has no terms for programs in messages that users see', () => {
  const met = Object.entries(failures).filter(([code]) => !ofPrograms.includes(code));
  const said = met.map(([, { sentence }]) => forPeople(sentence)).join(' ');
  expect(said).not.toMatch(/[a-z][A-Z]|Bearer|header|Retry-After|handle|api-reference|API key/);
});

it('does not ask a user of the open page to open it', () => {
  for (const work of ['do the work', 'inspect the material']) {
    expect(forPeople(`No open tab can ${work}; open the workspace in a browser and try again.`)).toBe(
      'The engine of this page is not running. Reload the page.',
    );
  }
});

it('reports the problem of a file as a sentence', () => {
  expect(forPeople('file: the ZIP file cannot be read: it is cut off; export the project again')).toBe(
    'The ZIP file cannot be read: it is cut off; export the project again.',
  );
  expect(forPeople('The OpenTimelineIO file is invalid at OTIO_SCHEMA: must be "Timeline.1"')).toMatch(
    /^The file is not an OpenTimelineIO timeline\. /,
  );
});

it('names parameters as forms do', () => {
  expect(forPeople('Lower minSilenceSeconds, or raise thresholdDb.')).toBe(
    'Lower "Shortest pause", or raise "Threshold".',
  );
});
