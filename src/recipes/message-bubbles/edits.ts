import * as z from 'zod';
import { scriptMessage, timedMessage, type ScriptMessage, type TimedMessage } from './script.ts';
import { getWords } from './words.ts';

/** The basis and the content of a proposal, stored so that the next proposal can find the user's changes. */
export const scriptNotes = z.object({
  /** The messages of the input of the proposal. */
  asked: z.array(scriptMessage),
  script: z.array(scriptMessage),
  messages: z.array(timedMessage),
});
export type ScriptNotes = z.output<typeof scriptNotes>;

/**
 * Returns the script of the next proposal: the words as the user edited them, with the times that were given or that the user
 * moved. Other times are recomputed.
 */
export function mergeEdits(
  { script, messages }: Pick<ScriptNotes, 'script' | 'messages'>,
  edited: readonly TimedMessage[],
): ScriptMessage[] {
  return edited.map((message) => {
    const { atSeconds, typingSeconds } = message;
    // Times increase, so an unchanged time identifies the message.
    const index = messages.findIndex((one) => one.atSeconds === atSeconds);
    const [was, proposed] = [script[index], messages[index]];
    const isAtGiven = !was || was.atSeconds !== undefined;
    const isTypingGiven = was?.typingSeconds !== undefined || proposed?.typingSeconds !== typingSeconds;
    return { ...getWords(message), ...(isAtGiven && { atSeconds }), ...(isTypingGiven && { typingSeconds }) };
  });
}
