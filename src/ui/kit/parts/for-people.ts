/** Rewrites API messages, which address programs, for users of the pages. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^Send an API key as .*/, 'The session of this page has ended. Reload the page.'],
  [/^No operation has this path; .*/, 'No longer available.'],
  [/^No job has this id; .*/, 'Job not found: it was deleted, or it is in another browser.'],
  [/^No canvas has this id; .*/, 'Canvas not found: it was deleted, or it is in another browser.'],
  [/^No upload ticket has this id; .*/, 'This upload link is not valid in this browser.'],
  [/ (not )?installed here; .*Storage and models\.$/, ' $1installed here.'],
  [/; (GET|POST) \/v1\/\w+ [^.]+(?=\.)/, ''],
  [/^No material has this handle; .*/, 'This file is no longer available. Add it again.'],
  [/^No open tab can [^;]+; .*/, 'The engine of this page is not running. Reload the page.'],
  [/wait for the time that Retry-After gives/, 'wait a few seconds'],
  [
    /^The OpenTimelineIO file is invalid at OTIO_SCHEMA: .*/,
    'The file is not an OpenTimelineIO timeline. Export it as OTIO from the other program, and open that file.',
  ],
  // Parameters of recipes by their names in forms.
  [/\bmaxRemovedShare\b/g, '"Maximum removed share"'],
  [/\bminSilenceSeconds\b/g, '"Shortest pause"'],
  [/\bthresholdDb\b/g, '"Threshold"'],
  [/\blist the spans to keep in protect\b/, 'list the spans to keep in "Protected parts"'],
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
