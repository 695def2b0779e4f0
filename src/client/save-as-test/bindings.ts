import type { Step } from './steps.ts';

/** The place of a value in the answer of a step. */
export type Source = {
  readonly step: number;
  /** The names of the fields, or `ETag`. */
  readonly path: readonly string[];
  /** Whether the value is only a part of a text, such as the id in a URL. */
  readonly isPart: boolean;
};

/** A variable of the test. */
export type Variable = { readonly name: string; readonly value: string; readonly source: Source };

/** Ids, keys and tickets: a prefix, and random characters of which the log may hide the end. */
const idPattern = /\b[a-z]{2,5}_(?:[\w-]{16,}|[\w-]{4,}\[hidden\])/g;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Returns the ids in a text. */
export const findIds = (text: string): string[] => [...text.matchAll(idPattern)].map(([id]) => id);

export const isTime = (text: string): boolean => timePattern.test(text);

const names: Readonly<Record<string, string>> = {
  tkt: 'ticket',
  mat: 'material',
  job: 'job',
  cnv: 'canvas',
  ast: 'file',
  key: 'keyId',
  vk: 'apiKey',
};

/**
 * The values that the server chose: a call that contains one uses a variable, which is set from the earlier answer that contained the
 * value first.
 */
export class Bindings {
  readonly #sources = new Map<string, Source>();
  readonly #variables = new Map<string, Variable>();
  readonly #unknown = new Set<string>();
  /** The last wait whose answer is not in the log. */
  #unseenWait: number | null = null;

  /** The variables by their values. */
  get variables(): ReadonlyMap<string, Variable> {
    return this.#variables;
  }

  /** The ids, except keys, that no answer of the log contains before they are used. */
  get unknown(): readonly string[] {
    return [...this.#unknown];
  }

  /** Notes the values of an answer. */
  addAnswer(step: number, { answer, answerHeaders, isWait }: Step): void {
    if (isWait && answer === undefined) {
      this.#unseenWait = step;
    }
    const etag = answerHeaders.get('etag');
    if (etag !== undefined) {
      this.#addSource(etag, { step, path: ['ETag'], isPart: false });
    }
    visitTexts(answer, [], (text, path) => {
      if (isTime(text)) {
        this.#addSource(text, { step, path, isPart: false });
      }
      for (const id of findIds(text)) {
        this.#addSource(id, { step, path, isPart: id !== text });
      }
    });
  }

  /** Creates variables for the values in a request. */
  use(value: unknown): void {
    visitTexts(value, [], (text) => {
      for (const part of [text, ...findIds(text)]) {
        this.#useText(part);
      }
    });
  }

  #addSource(value: string, source: Source): void {
    if (!this.#sources.has(value)) {
      this.#sources.set(value, source);
    }
  }

  #useText(text: string): void {
    const source = this.#sources.get(text) ?? this.#guessSource(text);
    if (source && !this.#variables.has(text)) {
      this.#variables.set(text, { name: this.#toName(text), value: text, source });
    } else if (!source && findIds(text)[0] === text && !text.startsWith('vk_')) {
      this.#unknown.add(text);
    }
  }

  /** Returns the field of a job that an id after an unseen wait probably had: its canvas or its result. */
  #guessSource(text: string): Source | undefined {
    const step = this.#unseenWait;
    if (step === null || findIds(text)[0] !== text) {
      return undefined;
    }
    const guesses: Readonly<Record<string, Source>> = {
      cnv: { step, path: ['data', 'canvasId'], isPart: false },
      ast: { step, path: ['data', 'finalUrl'], isPart: true },
    };
    return guesses[text.split('_')[0] ?? ''];
  }

  #toName(text: string): string {
    const stem = isTime(text) ? 'time' : text.startsWith('"') ? 'etag' : (names[text.split('_')[0] ?? ''] ?? 'id');
    const taken = [...this.#variables.values()].map(({ name }) => name);
    let name = stem;
    for (let count = 2; taken.includes(name); count += 1) {
      name = `${stem}${count}`;
    }
    return name;
  }
}

/** Calls `visit` with each text of a JSON value, and the names of the fields that lead to it. */
function visitTexts(
  value: unknown,
  path: readonly string[],
  visit: (text: string, path: readonly string[]) => void,
): void {
  if (typeof value === 'string') {
    visit(value, path);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      visitTexts(part, [...path, key], visit);
    }
  }
}
