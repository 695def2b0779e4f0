import { readCode, toComment, type Declaration, type Prose } from './code.ts';
import { readMarkdown } from './markdown.ts';
import { codeMark, type Passage } from './passage.ts';
import { phraseRules, type PhraseRule } from './phrases.ts';

export type Finding = {
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly message: string;
};

type Match = { readonly offset: number; readonly rule: string; readonly message: string };

const maxWords = 30;

/**
 * Words at the start of a clause or prepositional phrase, with which a doc comment does not name its subject. "Whether" is allowed,
 * because it describes a boolean.
 */
const clauseStart =
  /^(what|who|whoever|whose|whatever|which|how|where|when|why|while|if|as|so|because|since|until|unless|once|of|in|to|for|from|by|with|without|between|below|above|behind|beyond|within|after|before|on|at|up|under|that|those|none|nothing|nobody|something|somebody|it|its|they|there|here|is|are|and|or|but|not)\b/i;

/** A sentence whose subject is a clause, and that is not a question. */
const clauseSubject = /^(What|Who|Whoever|Whatever|Whose|How(?! to\b))\b[^]*[^?]$/;
const anyClauseSubject = new RegExp(clauseSubject, 'i');

/** Checks a file. Returns the findings in the order of their positions. */
export function checkFile(path: string, source: string): Finding[] {
  const { passages, declarations } = readProse(path, source);
  const matches = [
    ...passages.flatMap((passage) => [
      ...phrases(passage, path),
      ...clauseSubjects(passage),
      ...docStarts(passage),
      ...longSentences(passage),
    ]),
    ...declarations.flatMap(names),
  ];
  const allowed = allowedLines(source, passages);
  const toPosition = positions(source);
  return matches
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, rule, message }) => ({ ...toPosition(offset), rule, message }))
    .filter(({ line }) => !allowed.has(line));
}

function readProse(path: string, source: string): Prose {
  if (path.endsWith('.md')) {
    return { passages: readMarkdown(source), declarations: [] };
  }
  if (path.endsWith('.css')) {
    const comments = [...source.matchAll(/\/\*[^]*?\*\//g)];
    return { passages: comments.map(({ 0: text, index }) => toComment(text, index)), declarations: [] };
  }
  return readCode(path, source);
}

function phrases({ kind, text, offset }: Passage, path: string): Match[] {
  const appliesTo = ({ kinds, paths }: PhraseRule) => (kinds?.includes(kind) ?? true) && (paths?.test(path) ?? true);
  return phraseRules.filter(appliesTo).flatMap(({ id, pattern, write }) =>
    [...text.matchAll(pattern)].map((match) => {
      const phrase = match[0].trim().replace(/\s+/g, ' ');
      const start = match.index + match[0].search(/\S/);
      return { offset: offset + start, rule: id, message: `"${phrase}": ${write}` };
    }),
  );
}

function clauseSubjects({ kind, text, offset }: Passage): Match[] {
  if (kind === 'heading') {
    return [];
  }
  return sentences(text)
    .slice(kind === 'doc comment' ? 1 : 0)
    .filter(({ text: sentence }) => (kind === 'test name' ? anyClauseSubject : clauseSubject).test(sentence))
    .filter(({ text: sentence }) => /^\S+\s+\S+\s+\S+\s/.test(sentence))
    .map((sentence) => ({
      offset: offset + sentence.start,
      rule: 'clause-subject',
      message: `"${firstWords(sentence.text)}": name the thing instead of a clause as the subject`,
    }));
}

function docStarts({ kind, text, offset }: Passage): Match[] {
  const [first] = sentences(text);
  if (kind !== 'doc comment' || first === undefined || !clauseStart.test(first.text)) {
    return [];
  }
  const message = `"${firstWords(first.text)}": start with a verb ("Returns ...") or a noun phrase ("A lock ...")`;
  return [{ offset: offset + first.start, rule: 'doc-start', message }];
}

function longSentences({ kind, text, offset }: Passage): Match[] {
  if (kind !== 'paragraph') {
    return [];
  }
  return sentences(text).flatMap((sentence) => {
    const words = sentence.text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) || word.includes(codeMark));
    const codeCount = words.filter((word) => word.includes(codeMark)).length;
    if (words.length <= maxWords || codeCount > words.length / 3) {
      return [];
    }
    const message = `${words.length} words: write sentences of at most 25`;
    return [{ offset: offset + sentence.start, rule: 'long-sentence', message }];
  });
}

function sentences(text: string): { start: number; text: string }[] {
  return [...text.matchAll(/\S[^]*?(?:[.!?](?=["')]?\s+[^a-z\s])|\n[ \t]*(?=\n)|$)/g)]
    .map(({ 0: sentence, index }) => ({ start: index, text: sentence.trim() }))
    .filter(({ text: sentence }) => sentence !== '');
}

function firstWords(text: string): string {
  return text
    .split(/\s+/)
    .slice(0, 4)
    .join(' ')
    .replaceAll(new RegExp(`${codeMark}+`, 'g'), '`...`');
}

function names({ name, offset, isFunction }: Declaration): Match[] {
  const bound = /^(least|most)([A-Z]\w*)$/.exec(name);
  if (bound !== null) {
    const write = `${bound[1] === 'least' ? 'min' : 'max'}${bound[2]}`;
    return [{ offset, rule: 'bound-name', message: `${name}: bounds are min and max: ${write}` }];
  }
  const isAllowed = /^(is|has)[A-Z]/.test(name) || /^((last)?indexOf|valueOf|instanceOf|typeOf)$/i.test(name);
  if (isFunction && /^[a-z]\w*Of$/.test(name) && !isAllowed) {
    const message = `${name}: name a function by a verb (get..., to...) or a plain noun`;
    return [{ offset, rule: 'of-name', message }];
  }
  return [];
}

/** Returns the lines with `prose-ok: reason`. If that comment has its own line, also those of the next passage. */
function allowedLines(source: string, passages: readonly Passage[]): Set<number> {
  const allowed = new Set<number>();
  const toPosition = positions(source);
  for (const mark of source.matchAll(/^(.*)\bprose-ok: *\w.*\n?\s*/gm)) {
    allowed.add(toPosition(mark.index).line);
    if (!/[\p{L}]/u.test(mark[1] ?? '')) {
      const next = mark.index + mark[0].length;
      const passage = passages.find((each) => each.offset <= next && next < each.offset + each.text.length);
      const [first, last] = [
        toPosition(next).line,
        toPosition(passage === undefined ? next : passage.offset + passage.text.length).line,
      ];
      for (let line = first; line <= last; line += 1) {
        allowed.add(line);
      }
    }
  }
  return allowed;
}

function positions(source: string): (offset: number) => { line: number; column: number } {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
