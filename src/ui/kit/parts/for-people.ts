/** What the API says to programs, and what a person who looks at the page is told in its place. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^Send an API key as .*/, 'This page has lost its session. Reload it.'],
  [/^No operation has this path; .*/, 'This is not there any more.'],
  [/^No job has this id; .*/, 'This job is not here: it was deleted, or it is in another browser.'],
  [/^No canvas has this id; .*/, 'This canvas is not here: it was deleted, or it is in another browser.'],
  [/^No upload ticket has this id; .*/, 'This address for a file is not valid here.'],
  [/ (not )?installed here; .*Storage and models$/, ' $1installed here.'],
  [/; (GET|POST) \/v1\/\w+ [^.]+(?=\.)/, ''],
  [/^No material has this handle; .*/, 'This file is not kept any more. Add it again.'],
  [/^No open tab can [^;]+; .*/, 'The engine of this page does not run. Reload the page.'],
  [/wait for the time that Retry-After gives/, 'wait a few seconds'],
  [
    /^The OpenTimelineIO file is invalid at OTIO_SCHEMA: .*/,
    'The file is no OpenTimelineIO timeline. Export one as OTIO from the other program, and open that.',
  ],
  // Parameters of recipes by the names that they have in forms.
  [/\bmaxRemovedShare\b/g, '"Maximum removed share"'],
  [/\bminSilenceSeconds\b/g, '"Shortest pause"'],
  [/\bthresholdDb\b/g, '"Threshold"'],
  [/\blist the spans to keep in protect\b/, 'list the spans to keep in "Protected parts"'],
  [/\bgive position and sizePx\b/, 'give "Position" and "Size"'],
];

/** A message of the API as a page says it: without what only a program can do, and by the names that forms have. */
export const forPeople = (message: string): string =>
  words.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    message.replace(ofTheFile, (_, first: string, rest: string) => `${first.toUpperCase()}${rest}.`),
  );

/** What is wrong with the one file that was sent, which callers find by the name of its field. */
const ofTheFile = /^file: (.)(.*)$/;
