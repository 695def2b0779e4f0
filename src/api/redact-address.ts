import { hashText } from './hash.ts';

/** Names of parameters that contain secrets: signatures, tokens, keys. */
const secretName = /token|secret|sig|pass|pwd|cred|auth|jwt|session|policy|key|^x-/i;
/** The minimum length of a query value that is treated as a secret. Ordinary words are shorter. */
const secretLength = 32;
const hiddenPart = /^hidden-[0-9a-f]{10}(\.\w+)?$/;
const uuid = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/**
 * Returns a URL that may be stored and shown. Each secret in its path and query is replaced by the start of its hash, so different
 * URLs stay different, and the same URL always gets the same result. Secrets in the path are recognised by their form. A secret
 * that looks like a word stays, and so does a secret in the host name.
 */
export async function redactAddress({ href }: URL): Promise<string> {
  const address = new URL(href);
  const parameters = [...address.searchParams];
  const steps = await Promise.all(address.pathname.split('/').map(hideStep));
  address.pathname = steps.join('/');
  const shown = await Promise.all(parameters.map(hideParameter));
  // Serializing a query without secrets again would change it.
  if (shown.some((one, index) => one !== parameters[index])) {
    address.search = new URLSearchParams(shown).toString();
  }
  return address.href;
}

/**
 * Returns the identifier of a material without secrets: the handle unchanged, or a URL without secrets and without its fragment.
 */
export async function redactMaterial(material: string): Promise<string> {
  if (!URL.canParse(material)) {
    return material;
  }
  const address = new URL(material);
  address.hash = '';
  return redactAddress(address);
}

/** Whether a URL contains such placeholders, so that nothing can be fetched by it. */
export const isRedacted = ({ pathname, searchParams }: URL): boolean =>
  [...pathname.split('/'), ...[...searchParams].flat()].some(isHidden);

/** Whether a part of a URL is a placeholder for a secret. */
export const isHidden = (part: string): boolean => hiddenPart.test(part);

/** Hides a segment of a path. The extension of a file stays. */
async function hideStep(step: string): Promise<string> {
  const extension = /\.\w{2,5}$/.exec(step)?.[0] ?? '';
  return looksRandom(step) && !isHidden(step) ? (await hide(step)) + extension : step;
}

/** Hides secrets in a query parameter. A secret may also be the name of a parameter, as in `?8bK2…`. */
async function hideParameter(parameter: [string, string]): Promise<[string, string]> {
  const [name, value] = parameter;
  if (value === '') {
    return isSecret(name) ? [await hide(name), ''] : parameter;
  }
  return isSecret(value) || (secretName.test(name) && !isHidden(value)) ? [name, await hide(value)] : parameter;
}

const hide = async (secret: string): Promise<string> => `hidden-${(await hashText(secret)).slice(0, 10)}`;

const isSecret = (text: string): boolean => !isHidden(text) && (text.length >= secretLength || looksRandom(text));

/**
 * Whether a text looks random: a UUID, or a long sequence of letters and digits, or one of 16 characters whose kind changes at
 * every third one. Names from people have separators, or words and years of one kind. Tokens in base64 have a few separators too,
 * but the kind of the characters between them changes at every second one.
 */
const looksRandom = (text: string): boolean =>
  uuid.test(text) ||
  (text.match(/[a-z\d]{16,}/gi) ?? []).some((run) => isMixed(run, 3) || isLong(run)) ||
  (text.match(/[\w-]{16,}/g) ?? []).some((run) => hasFewParts(run) && isMixed(run.replace(/[-_]/g, ''), 2));

const hasFewParts = (run: string): boolean => run.split(/[-_]/).length * 6 <= run.length;

const isLong = (run: string): boolean => run.length >= secretLength && /\d/.test(run) && /[a-z]/i.test(run);

const isMixed = (run: string, each: number): boolean =>
  run.length >= 16 && /\d[a-z]/i.test(run) && (run.match(/[a-z]+|[A-Z]+|\d+/g)?.length ?? 0) * each > run.length;
