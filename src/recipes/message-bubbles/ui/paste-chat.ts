import type { Said } from './script-edits.ts';

/** A chat that was copied from somewhere: who says what, in order. */
export type PastedChat = {
  /** In the order in which they speak first. */
  readonly speakers: readonly string[];
  readonly lines: readonly { readonly speaker: string; readonly text: string }[];
};

/** `[12:04] Anna: Hello`, `Anna (12:04): Hello`, `Anna: Hello`; a name has at most four words. */
const spoken = /^(?:\[[^\]]*\]\s*)?([\p{L}\p{N}][^\s:]*(?: [^\s:]+){0,3}?)\s*(?:\([^)]*\))?\s*:\s+(.*)$/u;
/** Names by which people mean themselves. */
const own = /^(me|i|myself|you|ich|moi|yo|io|eu|ja)$/i;

/** Reads a chat by its lines, `A: text`; a line without a name goes on with the message before it. */
export function parseChat(text: string): PastedChat {
  const lines: { speaker: string; text: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, speaker, words] = spoken.exec(line.trim()) ?? [];
    const last = lines.at(-1);
    if (speaker !== undefined && words !== undefined) {
      lines.push({ speaker, text: words });
    } else if (line.trim() !== '' && last) {
      last.text = `${last.text}\n${line.trim()}`.trim();
    } else if (line.trim() !== '') {
      lines.push({ speaker: '', text: line.trim() });
    }
  }
  return {
    speakers: [...new Set(lines.map(({ speaker }) => speaker))],
    lines: lines.filter(({ text }) => text !== ''),
  };
}

/** Who of the speakers is most likely `me`: who is called so, else the second to speak. */
export const guessMe = ({ speakers }: PastedChat): string =>
  speakers.find((name) => own.test(name)) ?? speakers[1] ?? '';

/** The chat as messages of me and of all the others; with '' for me none of them is mine. */
export const toSaid = ({ lines }: PastedChat, me: string): Said[] =>
  lines.map(({ speaker, text }) => ({ from: me !== '' && speaker === me ? 'me' : 'them', text }));
