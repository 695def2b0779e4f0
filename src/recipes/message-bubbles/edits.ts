import * as z from 'zod';
import { scriptMessage, timedMessage, type ScriptMessage, type TimedMessage } from './script.ts';
import { wordsOf } from './words.ts';

/** What a proposal was made of, and what it was: kept, so that the next one knows what a person has changed. */
export const scriptNotes = z.object({
  /** The messages of the input that it was made for. */
  asked: z.array(scriptMessage),
  script: z.array(scriptMessage),
  messages: z.array(timedMessage),
});
export type ScriptNotes = z.output<typeof scriptNotes>;

/**
 * The script of the next proposal: the words as a person has edited them, and as given times those that were given before and those
 * that the person has moved. The others are computed anew.
 */
export function mergeEdits(
  { script, messages }: Pick<ScriptNotes, 'script' | 'messages'>,
  edited: readonly TimedMessage[],
): ScriptMessage[] {
  return edited.map((message) => {
    const { atSeconds, typingSeconds } = message;
    // Times rise, so that one that is still there tells which message it was.
    const index = messages.findIndex((one) => one.atSeconds === atSeconds);
    const [was, proposed] = [script[index], messages[index]];
    const isAtGiven = !was || was.atSeconds !== undefined;
    const isTypingGiven = was?.typingSeconds !== undefined || proposed?.typingSeconds !== typingSeconds;
    return { ...wordsOf(message), ...(isAtGiven && { atSeconds }), ...(isTypingGiven && { typingSeconds }) };
  });
}
