import { describe, expect, it, test } from 'vitest';
import { checkFile } from './check.ts';
import { phraseRules } from './phrases.ts';

const rulesIn = (path: string, source: string): string[] => checkFile(path, source).map(({ rule }) => rule);
const inComment = (text: string): string[] => rulesIn('src/core/a.ts', `// ${text}\n`);
const inDocComment = (text: string): string[] => rulesIn('src/core/a.ts', `/** ${text} */\n`);
const inMessage = (text: string): string[] => rulesIn('src/ui/a.ts', `say(${JSON.stringify(text)});\n`);
const inDocs = (text: string): string[] => rulesIn('docs/a.md', `${text}\n`);

/** Sentences that a rule finds, each with a plain sentence that it does not find. */
const translations: readonly (readonly [rule: string, before: string, after: string])[] = [
  ['anew', 'The values are computed anew.', 'The values are computed again.'],
  [
    'for-one',
    'The browser ended it, for one as it needed too much memory.',
    'The browser terminated it, possibly out of memory. Throws NOT_FOUND for one that is missing.',
  ],
  ['as-it-is-one', 'It is read as a key, as it is one.', 'It is read as a key. The others stay as they are.'],
  ['told', 'A listener is told of the edit.', 'A listener receives the edit. It tells two voices apart.'],
  ['hears', 'The page hears of the change.', 'The page receives the change.'],
  ['none', 'joining the parts of a split is nothing', '`join` undoes `split`; null when there are none'],
  ['so-many', 'A filter has so many coefficients.', 'A filter has 32 coefficients.'],
  ['is-no', 'The file is no font.', 'The file is not a font. There is no longer file.'],
  ['stands', 'The reason stands below the bar.', 'The reason is shown below the bar. S stands for second.'],
  ['lies', 'The model lies beside the file.', 'The model is stored next to the file. The point lies on the edge.'],
  ['lives', 'The server lives in a browser.', 'The server runs in a browser.'],
  ['goes-on', 'A run goes on from its checkpoint.', 'A run resumes from its checkpoint. It goes on the list.'],
  ['is-there', 'Wait until the envelope is there.', 'Wait until the envelope has arrived. Is there a model?'],
  ['beside', 'The page is beside the list.', 'The page is next to the list. Besides, it is short.'],
  ['be-it', 'A file, be it long or short, is read.', 'A file is read whether it is long or short.'],
  ['that-which', 'It stores that which changed.', 'It stores the changed rows.'],
  ['whoever', 'It is set by whoever opens the page.', 'The headless browser sets it, whatever the size.'],
  ['place-of', 'A cutout takes the place of the clip.', 'A cutout replaces the clip, in place of its audio.'],
  ['comes', 'The events did not come. A file comes late.', 'Could not open the stream. The text comes from a file.'],
  ['makes', 'Make it of 3', 'Create canvas from 3 files'],
  ['finds-its-way', 'The error finds its way to the page.', 'The error reaches the page.'],
  ['one-of-its-own', 'Each has one of its own.', 'Each has its own canvas.'],
  ['hangs-up', 'A caller that hangs up is ignored.', 'A client that disconnects is ignored.'],
  ['wishes', 'The models that a recipe wishes for.', 'The models that a recipe requests.'],
  ['wants', 'The network wants a GPU.', 'The network requires a GPU. The user wants a film.'],
  ['term-duration', 'It depends on how long a canvas is.', 'It depends on the duration. How long is it?'],
  ['term-timestamp', 'Each has its place in time.', 'Each has its timestamp.'],
  ['term-playhead', 'The heading shows where one is.', 'The heading shows the position. Used where one is set.'],
  ['term-preview', 'It keeps the preview pictures.', 'It keeps the preview images.'],
  ['term-ensemble', 'The networks of a consensus are opened.', 'The networks of an ensemble are opened.'],
  ['term-crop', 'Faces get a closer look.', 'Faces get a crop.'],
  ['term-confidence', 'The rule for doubts drops it.', 'The confidence filter drops it. If in doubt, ask.'],
  ['term-inference-worker', 'The looker is started.', 'The inference worker is started.'],
  ['term-task', 'The engine does errands.', 'The engine runs tasks.'],
  [
    'term-garbage-collect',
    'Files that no row names are swept.',
    'Unreferenced, unlocked files are garbage-collected. A sine sweep is played.',
  ],
  ['term-expired', 'This upload ticket is past its time.', 'This upload ticket has expired.'],
  ['term-unsubscribe', 'Gives the end of it.', 'Returns an unsubscribe function.'],
  ['term-thread', 'Each realm has its globals.', 'Each thread has its globals, and realm="api".'],
  ['term-user', 'It waits until somebody approves it.', 'It waits until the user approves it.'],
  ['term-hidden', 'The clip has a veil.', 'The clip is hidden.'],
  ['term-skeleton', 'Bones are shown at first.', 'A skeleton is shown at first.'],
  ['term-cache', 'The file is on the shelf.', 'The file is in the asset cache.'],
  ['term-audio', 'The sound is mixed.', 'The audio is mixed.'],
];

describe('phrases', () => {
  test.each(translations)('%s: finds "%s", and not "%s"', (rule, before, after) => {
    expect(inComment(before)).toContain(rule);
    expect(inComment(after)).toEqual([]);
  });

  it('has an example for each rule', () => {
    const ids = phraseRules.map(({ id }) => id).filter((id) => id !== 'term-review-session');
    expect(ids).toEqual(translations.map(([rule]) => rule));
  });

  it('finds "bench" for a review session, but not in the benchmarks', () => {
    const source = '// The bench of a draft.\n';
    expect(rulesIn('src/ui/a.ts', source)).toEqual(['term-review-session']);
    expect(rulesIn('bench/a.ts', source)).toEqual([]);
  });

  it('finds a phrase across the lines of a comment and names its position', () => {
    const source = 'const a = 1;\n/**\n * Reads what\n * there is.\n */\n';
    expect(checkFile('src/core/a.ts', source)).toEqual([
      { line: 3, column: 10, rule: 'is-there', message: expect.stringContaining('"what there is"') },
    ]);
  });
});

describe('the text that is checked', () => {
  it('reads JSX text, messages and templates of the product, and no classes or imports', () => {
    const source = `import a from 'computed anew';
const b = <p class="made anew">Begin anew</p>;
const c = \`Begin \${'x'} anew\`;
say('anew');
`;
    expect(checkFile('src/ui/a.tsx', source).map(({ line, column }) => [line, column])).toEqual([
      [2, 38],
      [3, 25],
    ]);
    expect(rulesIn('bench/a.tsx', source)).toEqual([]);
  });

  it('ignores code: expressions in templates, code spans, and text with statements', () => {
    expect(rulesIn('src/ui/a.ts', 'say(`Begin ${anew} now`);\n// The variable `anew`.\n')).toEqual([]);
    expect(rulesIn('src/ui/a.ts', 'run(`\n  void anew;\n  a b;\n`);')).toEqual([]);
  });

  it('reads test names, and no other text of a test', () => {
    const source = "test('begins anew', () => say('begins anew'));\nit.each([1])('makes it anew', f);\n";
    expect(checkFile('src/core/a.test.ts', source).map(({ line }) => line)).toEqual([1, 2]);
  });

  it('reads comments of style sheets', () => {
    expect(rulesIn('src/ui/a.css', '/* Drawn anew. */\n.anew { color: red; }\n')).toEqual(['anew']);
  });

  it('reads Markdown without code, addresses and generated tables', () => {
    const markdown = 'Begin `anew`: [a](anew.md)\n\n```\nanew\n```\n\n<!-- Generated by a. -->\n\n| anew |\n';
    expect(inDocs(markdown)).toEqual([]);
    expect(inDocs('| a    |\n| ---- |\n| anew |')).toEqual(['anew']);
    expect(inDocs('# Anew\n\n- begins\n  anew')).toEqual(['anew', 'anew']);
  });
});

describe('sentences', () => {
  it('reports a clause as the subject', () => {
    const before = 'What is not saved yet is kept. Who hangs up goes.';
    expect(inMessage(before)).toEqual(['clause-subject', 'clause-subject', 'hangs-up']);
    expect(inMessage('Unsaved edits are kept. What is a canvas?')).toEqual([]);
    expect(inDocs('How far a canvas reaches is computed.')).toEqual(['clause-subject']);
    expect(inDocs('Duration is derived. How to add a model: see below.')).toEqual([]);
    expect(rulesIn('src/core/a.test.ts', "test('what is not open is refused', f);")).toEqual(['clause-subject']);
    expect(rulesIn('src/core/a.test.ts', "test('refuses what is not open', f);")).toEqual([]);
  });

  it('reports more than 30 words in docs, except in code and tables', () => {
    const words = (count: number): string => `Word${' word'.repeat(count - 1)}`;
    expect(inDocs(`${words(20)}. ${words(30)}.`)).toEqual([]);
    expect(inDocs(`${words(20)}\n${words(11)}.`)).toEqual(['long-sentence']);
    expect(inDocs(Array.from({ length: 40 }, () => '`code`').join(', '))).toEqual([]);
    expect(inComment(words(40))).toEqual([]);
  });
});

describe('doc comments', () => {
  it.each([
    'What nine of ten such levels are not above.',
    'Where the playhead is.',
    'Of all frames the last one.',
    'So long a page waits.',
  ])('reports "%s"', (text) => expect(inDocComment(text)).toContain('doc-start'));

  it.each([
    'Returns the 90th percentile of these levels.',
    'A lock held while the engine runs.',
    'Whether the file can be decoded.',
    'True when the run ended.',
  ])('accepts "%s"', (text) => expect(inDocComment(text)).toEqual([]));
});

describe('names', () => {
  it('reports bounds that are not min or max, and functions named after a property', () => {
    const source = `const mostBytes = 1;
type Span = { readonly leastSeconds: number };
function lengthOf(span: Span): number {}
const sizeOf = () => 1;
const indexOf = () => 1, partOf = 1, almost = 2, maxBytes = 3;
`;
    const found = checkFile('src/core/a.ts', source);
    expect(found.map(({ rule, line }) => [rule, line])).toEqual([
      ['bound-name', 1],
      ['bound-name', 2],
      ['of-name', 3],
      ['of-name', 4],
    ]);
    expect(found[0]?.message).toContain('maxBytes');
  });
});

describe('prose-ok', () => {
  it('allows the findings of its line', () => {
    expect(inComment('Begin anew. prose-ok: a quotation')).toEqual([]);
    expect(rulesIn('src/ui/a.ts', "say('begin anew'); // prose-ok: the model's words\n")).toEqual([]);
    expect(inComment('Begin anew. prose-ok:')).toEqual(['anew']);
  });

  it('allows the whole passage that follows it', () => {
    const comment = '/**\n * Begins\n * anew.\n */\n';
    expect(rulesIn('src/core/a.ts', `// prose-ok: a quotation\n${comment}`)).toEqual([]);
    expect(rulesIn('src/core/a.ts', `// prose-ok: a quotation\n${comment}${comment}`)).toEqual(['anew']);
    expect(inDocs('<!-- prose-ok: quotations -->\n\n| a |\n| - |\n| anew |\n\nanew')).toEqual(['anew']);
  });
});
