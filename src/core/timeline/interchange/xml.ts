/** An XML element: its name, its attributes in order, and its children. Attributes that are undefined are omitted. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children: readonly (XmlElement | string)[];
};

export const element = (
  name: string,
  attributes: XmlElement['attributes'] = {},
  children: XmlElement['children'] = [],
): XmlElement => ({ name, attributes, children });

/** Writes an XML 1.0 document. Text and attributes may contain anything: characters that XML does not allow are removed. */
export const toXml = (root: XmlElement, doctype: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${doctype}>\n\n${toLines(root, '').join('\n')}\n`;

function toLines({ name, attributes, children }: XmlElement, indent: string): string[] {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`);
  const open = `${indent}<${name}${written.join('')}`;
  if (children.length === 0) {
    return [`${open}/>`];
  }
  if (children.every((child) => typeof child === 'string')) {
    return [`${open}>${children.map(escape).join('')}</${name}>`];
  }
  const within = children.flatMap((child) =>
    typeof child === 'string' ? [escape(child)] : toLines(child, `${indent}  `),
  );
  return [`${open}>`, ...within, `${indent}</${name}>`];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

const escape = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- XML 1.0 cannot express these characters
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"'\n\r\t]/g, (character) => entities[character] ?? '');
