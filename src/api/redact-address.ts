import { hashText } from './hash.ts';

/** Parameters that are secrets by their names: signatures of stores, tokens, keys; and what is as long as one. */
const secretName = /token|secret|sig|pass|pwd|cred|auth|jwt|session|policy|key|^x-/i;
const secretLength = 32;
const hidden = /^hidden-[0-9a-f]{10}$/;

/**
 * An address as it may be kept and shown: in place of each secret of its query stands the start of its hash, so that different
 * addresses stay different, and the address of the answer is that of the same file again.
 */
export async function redactAddress({ href }: URL): Promise<string> {
  const address = new URL(href);
  const parameters = [...address.searchParams];
  if (!parameters.some(isSecret)) {
    return href;
  }
  const shown = await Promise.all(
    parameters.map(async ([name, value]) => [
      name,
      isSecret([name, value]) ? `hidden-${(await hashText(value)).slice(0, 10)}` : value,
    ]),
  );
  address.search = new URLSearchParams(shown).toString();
  return address.href;
}

/** What names a material, without secrets: its handle as it is, or an address, of which the part behind `#` is not kept either. */
export async function redactMaterial(material: string): Promise<string> {
  if (!URL.canParse(material)) {
    return material;
  }
  const address = new URL(material);
  address.hash = '';
  return redactAddress(address);
}

const isSecret = ([name = '', value = '']: readonly string[]): boolean =>
  (secretName.test(name) || value.length >= secretLength) && !hidden.test(value);

/** Whether an address is one of those above, by which nothing can be fetched. */
export const isRedacted = ({ searchParams }: URL): boolean =>
  [...searchParams.values()].some((one) => hidden.test(one));
