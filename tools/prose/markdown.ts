import { blank, hideCode, type Passage } from './passage.ts';

/** The start of a list item, which ends the paragraph before it. */
const listItem = /^\s*(?:[-*+]|\d+\.)\s+/;

/** Splits Markdown into headings, paragraphs (including list items) and tables. Omits code and generated tables. */
export function readMarkdown(source: string): Passage[] {
  const passages: Passage[] = [];
  let isFenced = false;
  let isGenerated = false;
  let offset = 0;
  let last: Passage | undefined;
  const lines = hideMarkup(source).split('\n');
  const sourceLines = source.split('\n');
  for (const [index, line] of lines.entries()) {
    const sourceLine = sourceLines[index] ?? '';
    isGenerated = sourceLine.includes('<!-- Generated') || (isGenerated && !sourceLine.startsWith('<!-- The end of'));
    const isFence = /^\s*(```|~~~)/.test(line);
    isFenced = isFence ? !isFenced : isFenced;
    const kind = isFenced || isFence ? undefined : readKind(line);
    if (kind === undefined || (kind === 'table' && isGenerated)) {
      last = undefined;
    } else if (last?.kind === kind && kind !== 'heading' && !listItem.test(line)) {
      last = { ...last, text: `${last.text}\n${line}` };
      passages[passages.length - 1] = last;
    } else {
      last = { kind, offset, text: line.replace(listItem, blank) };
      passages.push(last);
    }
    offset += line.length + 1;
  }
  return passages;
}

function readKind(line: string): Passage['kind'] | undefined {
  if (line.trim() === '') {
    return undefined;
  }
  return line.startsWith('#') ? 'heading' : /^\s*\|/.test(line) ? 'table' : 'paragraph';
}

/** Hides code spans, comments, the URLs of links and emphasis. Keeps fenced code. */
function hideMarkup(source: string): string {
  const text = source.replace(/<!--[^]*?-->/g, blank).replace(/\]\([^)\n]*\)|\]\[[^\]\n]*\]/g, blank);
  return text
    .split(/^(\s*(?:```|~~~)[^\n]*)$/m)
    .map((part, index) => (index % 2 === 0 ? hideCode(part) : part))
    .join('')
    .replace(/[[\]*]/g, ' ');
}
