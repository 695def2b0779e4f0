/** Rewrites API messages, which address programs, for users of the pages. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^Send an API key as .*/, 'This page has lost its session. Reload it.'],
  [/^Nothing is at this path; .*/, 'This is not there any more.'],
  [/^No job has this id; .*/, 'This job is not here: it was deleted, or it is in another browser.'],
  [/^No canvas has this id; .*/, 'This canvas is not here: it was deleted, or it is in another browser.'],
  [/^No upload ticket has this id; .*/, 'This address for a file is not valid here.'],
  [/ (not )?installed here; .*Storage and models$/, ' $1installed here.'],
  [/; (GET|POST) \/v1\/\w+ [^.]+(?=\.)/, ''],
  [/^No material has this handle; .*/, 'This file is not kept any more. Add it again.'],
  [/^No open tab can [^;]+; .*/, 'The engine of this page does not run. Reload the page.'],
  [/wait as long as Retry-After says/, 'wait a few seconds'],
  [
    /^The OpenTimelineIO file does not fit at OTIO_SCHEMA: .*/,
    'The file is no OpenTimelineIO timeline. Export one as OTIO from the other program, and open that.',
  ],
  // Parameters of recipes by their names in forms.
  [/\bmaxRemovedShare\b/g, '"Most removed"'],
  [/\bminSilenceSeconds\b/g, '"Shortest pause"'],
  [/\bthresholdDb\b/g, '"Threshold"'],
  [/\bname in protect what is to stay\b/, 'name in "Protected parts" what is to stay'],
  [/\bgive position and sizePx\b/, 'give "Position" and "Size"'],
];

/** Returns an API message as a page shows it: without instructions for programs, and with the names that forms use. */
export const forPeople = (message: string): string =>
  words.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    message.replace(ofTheFile, (_, first: string, rest: string) => `${first.toUpperCase()}${rest}.`),
  );

/** Problems of a single uploaded file, which API clients find under its field name. */
const ofTheFile = /^file: (.)(.*)$/;
