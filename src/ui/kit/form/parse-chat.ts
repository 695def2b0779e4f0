/** The content of a message: `me` is the sender whose bubbles are on their own side. */
export type Said = { readonly from: 'me' | 'them'; readonly text: string };

/** A pasted chat: senders and messages in order. */
export type PastedChat = {
  /** The speakers in the order of their first message. */
  readonly speakers: readonly string[];
  readonly lines: readonly { readonly speaker: string; readonly text: string }[];
};

/** `[12:04] Anna: Hello`, `Anna (12:04): Hello`, `Anna: Hello`; a name has at most four words. */
const spoken = /^(?:\[[^\]]*\]\s*)?([\p{L}\p{N}][^\s:]*(?: [^\s:]+){0,3}?)\s*(?:\([^)]*\))?\s*:\s+(.*)$/u;
/** Names that people use for themselves. */
const own = /^(me|i|myself|you|ich|moi|yo|io|eu|ja)$/i;

/** Parses a chat of lines such as `A: text`. A line without a name continues the previous message. */
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

/** Returns the speaker who is most likely `me`: one with a name for oneself, otherwise the second to speak. */
export const guessMe = ({ speakers }: PastedChat): string =>
  speakers.find((name) => own.test(name)) ?? speakers[1] ?? '';

/** Returns the chat as messages of me and of the others. If `me` is '', all messages are of the others. */
export const toSaid = ({ lines }: PastedChat, me: string): Said[] =>
  lines.map(({ speaker, text }) => ({ from: me !== '' && speaker === me ? 'me' : 'them', text }));
