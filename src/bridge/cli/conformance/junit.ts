import type { TestEnd } from './run-contract.ts';

/** Formats the results as JUnit XML, with a suite for each group. */
export function toJUnit(ends: readonly TestEnd[]): string {
  const groups = [...new Set(ends.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const tests = ends.filter((end) => end.group === group);
    const failed = tests.filter(({ state }) => state === 'failed').length;
    const skipped = tests.filter(({ state }) => state === 'skipped').length;
    const attributes = `name="${escape(group)}" tests="${tests.length}" failures="${failed}" skipped="${skipped}"`;
    return `  <testsuite ${attributes}>\n${tests.map(toCase).join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}

function toCase({ group, name, state, seconds, message }: TestEnd): string {
  const start = `    <testcase classname="${escape(group)}" name="${escape(name)}" time="${seconds}"`;
  if (state === 'failed') {
    return `${start}>\n      <failure>${escape(message ?? '')}</failure>\n    </testcase>`;
  }
  return state === 'skipped' ? `${start}><skipped/></testcase>` : `${start}/>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML. Control characters, which XML cannot have, are removed. */
const escape = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the characters that XML cannot have
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? letter);
