/** API keys and upload tickets, which are credentials. The beginning of each stays visible. */
const credential = /\b((?:vk|tkt|whsec)_[\w-]{4})[\w-]{4,}/g;
/** The query of a URL of another site, which may be signed. */
const signedQuery = /(https:\/\/[^\s"'<>?\\]+\?)[^\s"'<>\\]+/g;
const hidden = '[hidden]';

/** Returns a text without credentials and signatures. */
export const hideSecrets = (text: string): string =>
  text.includes('_') || text.includes('?')
    ? text.replaceAll(credential, `$1${hidden}`).replaceAll(signedQuery, `$1${hidden}`)
    : text;

/** Whether a part of the text was removed by `hideSecrets`. */
export const hasHidden = (text: string): boolean => text.includes(hidden);
