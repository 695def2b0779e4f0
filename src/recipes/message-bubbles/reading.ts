/** The usual reading speed on a screen. */
const wordsPerMinute = 230;
/** The minimum time to notice a bubble. */
const minSeconds = 1.2;
/** The time to view an image in a bubble. */
const pictureSeconds = 1.2;

/**
 * Characters per minute in scripts without spaces between words, by the reading speeds of IReST (Trauzettel-Klosinski and Dietz
 * 2012, doi:10.1167/iovs.11-8284), where English has 228 words per minute. Scripts that it lacks have its mean of all languages.
 */
const charactersPerMinute = { chinese: 255, japanese: 357, other: 863 } as const;

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/gu;
const unspacedLetters = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/gu;
const hasLetters = /[\p{L}\p{N}]/u;

/** Returns the time to read a message, in seconds. */
export function readingSeconds({ text, hasPicture }: { readonly text: string; readonly hasPicture: boolean }): number {
  const signs = countLetters(text, ideographs);
  const letters = countLetters(text, unspacedLetters);
  const spaced = text.replaceAll(ideographs, ' ').replaceAll(unspacedLetters, ' ');
  const words = spaced.split(/\s+/).filter((word) => hasLetters.test(word)).length;
  const signRate = kana.test(text) ? charactersPerMinute.japanese : charactersPerMinute.chinese;
  const minutes = words / wordsPerMinute + signs / signRate + letters / charactersPerMinute.other;
  return Math.max(minSeconds, 60 * minutes + (hasPicture ? pictureSeconds : 0));
}

const countLetters = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;
