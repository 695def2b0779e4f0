import type { Passage } from './passage.ts';

export type PhraseRule = {
  readonly id: string;
  readonly pattern: RegExp;
  /** The advice that ends the message. */
  readonly write: string;
  readonly kinds?: readonly Passage['kind'][];
  readonly paths?: RegExp;
};

const technicalProse = ['comment', 'doc comment', 'test name', 'heading', 'paragraph', 'table'] as const;

/** Idioms that a plain English word can replace. */
const idioms: readonly PhraseRule[] = [
  { id: 'anew', pattern: words(/anew|afresh/), write: 'write "again"' },
  {
    id: 'for-one',
    pattern: words(/(?<=[,(] )for one(?=,| (?:as|because|when|since|its|that (?:it|the|a))\b)|for (?:its|their) part/),
    write: 'write "for example", or omit it',
  },
  { id: 'as-it-is-one', pattern: words(/as (?:it is|they are) ones?|as one is(?= \w+ed\b)/), write: 'say what it is' },
  {
    id: 'told',
    pattern: words(/(?:told|tells)(?! (?:\S+ ){0,2}apart)|tell(?:ing)? of|(?:not|to) tell(?! (?:\S+ ){0,2}apart)/),
    write: 'write reports, returns, sends or notifies',
  },
  {
    id: 'hears',
    pattern: words(/hears|hear of|heard of|is to hear|seen (?:and|or) heard|heard (?:and|or) seen/),
    write: 'write receives or is notified; for media: video and audio',
  },
  {
    id: 'none',
    pattern: words(
      /(?<!there )(?:is|are|was|were) none|(?<=[.!?] )none(?=\.)|nothing (?:is|are)(?! \w+(?:ed|t|n)\b)|(?<!there )is nothing/,
    ),
    write: 'write "no ...", "not found" or "empty"',
  },
  {
    id: 'so-many',
    pattern: words(/so (?:many|long|few)(?! (?:\S+ )?that\b)|as (?:many|much|long) again|as many as/),
    write: 'give the number or its name ("this number of", "while")',
  },
  {
    id: 'is-no',
    pattern: words(
      /(?<!(?:there|if|where|since|when|while) )(?:is|are|was|were) no(?! (?:longer|more|less|later|fewer|such|one|different|better|worse|larger|smaller|closer|wider|higher|lower|faster|slower|nearer|older|newer|shorter|bigger|greater|further|easier|need|use)\b)(?= [a-z])/,
    ),
    write: 'write "is not a ..." or "has no ..."',
  },
  {
    id: 'stands',
    pattern: words(
      /stands(?! (?:for|in for|in the way|in while|in where|still|alone|out)\b)|stand (?:in (?!for|the way|while|where)|on|at|under|before|behind|beside|between|there|here|by)|stood(?! (?:for|in for|out)\b)|standing (?:in|on|at|under|before|behind|beside|between|there|here)/,
    ),
    write: 'write is, is in, is stored in or appears',
  },
  {
    id: 'lies',
    pattern: words(
      /(?:lies|lie|lay|lain|lying) (?:there|here|beside|on the disk|in (?:src|the (?:folder|memory|store|cache|file|code|row|database|table|browser)))/,
    ),
    write: 'write is, is in or is stored in',
  },
  {
    id: 'lives',
    pattern: words(/lives? (?:in|on|under|at|there|here|as long)|living (?:thread|worker|tab|page|engine)s?/),
    write: 'write is in, is stored in or runs',
  },
  {
    id: 'goes-on',
    pattern: words(/(?:go|goes|going|went|gone) on(?! (?:the|a|an|to|top|screen)\b)/),
    write: 'write continues, resumes or retries',
  },
  {
    id: 'is-there',
    pattern: words(
      /(?:is|are|was|were) there(?=[.,;:)]| (?:already|and|or|before|but|when|until|once|again|yet|anyway|too|at|as|for|only|no more)\b)|(?:what|that|which) there (?:is|are|was|were)(?=[.,;:)])|(?:what|all) there (?:is|are|was|were)/,
    ),
    write: 'write exists, is available or has arrived',
  },
  { id: 'beside', pattern: words(/beside/), write: 'write "next to" or "in addition to"' },
  { id: 'be-it', pattern: words(/be it/), write: 'write "whether ... or"' },
  { id: 'that-which', pattern: words(/(?:that|those) which/), write: 'name the thing' },
  {
    id: 'whoever',
    pattern: words(
      /whoever|whatever (?:is|was|has|can|may|will|else|comes?|came|goes|stands|kills|ends|needs|shows|reads|writes|holds|calls|gives|makes|takes|differs|remains|happens|fits)/,
    ),
    write: 'write any, each or all, and name the thing',
  },
  {
    id: 'place-of',
    pattern: words(
      /(?:take|takes|took|taking|taken) (?:the|its|their|his) places?|in the places? of|(?<!stays? )in (?:its|their|whose|each other's) places?/,
    ),
    write: 'write replaces or instead of',
  },
  {
    id: 'comes',
    pattern: words(
      /comes(?! (?:from|with|first|last|before|after|into (?:play|effect)|to rest|next|close)\b)|came(?! (?:from|with|first|last|before|after|to rest)\b)|(?:to|can|may|will|not|never|must|would|could|they|that|which|events|bytes|frames|files|packets) come(?! (?:from|with|first|last|before|after|into (?:play|effect)|to rest|next|close)\b)/,
    ),
    write: 'write arrives, is returned, follows or appears',
  },
  {
    id: 'makes',
    pattern: words(
      /makes? (?:it )?(?:of|out of|something of)|(?:makes?|making) (?:an?|the|its|one|new) (?:new )?(?:file|job|canvas|film|video|row|result|folder|picture|clip|asset|key|ticket|array|object|list|worker|element|context|texture|buffer|image|preview|thumbnail|poster|track|document|page|matte)s?|made (?:again|anew)|(?:what|that) (?:was|is) made/,
    ),
    write: 'write creates, renders, builds or returns',
  },
  { id: 'finds-its-way', pattern: words(/finds? (?:its|their) ways?/), write: 'write reaches or is passed to' },
  { id: 'one-of-its-own', pattern: words(/ones? of (?:its|their|one's|ones) own/), write: 'write its own ...' },
  {
    id: 'hangs-up',
    pattern: words(/(?:hang|hangs|hung|hanging) up/),
    write: 'write disconnects or closes the connection',
  },
  { id: 'wishes', pattern: words(/wish(?:es|ed)?/), write: 'write requests or the requested ...' },
  {
    id: 'wants',
    pattern: words(/(?<!(?:person|user|client|caller|developer) )wants/),
    write: 'write needs, requires or requests',
  },
];

/** Terms of docs/glossary.md. */
const terms: readonly PhraseRule[] = [
  {
    id: 'term-duration',
    pattern: words(
      /(?<=(?:[a-z,(]|^) ?)how long (?:it|they|an?(?: \S+)?|the(?: \S+)?|each(?: \S+)?|one|this|that) (?:is|are|was|lasts?|takes?|took|may|will)(?! \w+ed\b)/,
    ),
    write: 'write duration',
  },
  { id: 'term-timestamp', pattern: words(/places? in time/), write: 'write timestamp, start time or offset' },
  { id: 'term-playhead', pattern: words(/where one is(?=[.,;)])/), write: 'write playhead or position' },
  {
    id: 'term-preview',
    pattern: words(/preview pictures?|poster pictures?/),
    write: 'write preview image, poster or thumbnail',
  },
  { id: 'term-ensemble', pattern: words(/consensus|opinions?/), write: 'write ensemble (several models averaged)' },
  {
    id: 'term-crop',
    pattern: words(/closer looks?|looks? (?:more )?closely|looked at (?:more )?closely/),
    write: 'write crop or inference window',
  },
  {
    id: 'term-confidence',
    pattern: words(/(?<!in )doubts?|doubtful/),
    write: 'write confidence filter, low confidence or uncertain',
  },
  { id: 'term-inference-worker', pattern: words(/lookers?/), write: 'write inference worker' },
  { id: 'term-task', pattern: words(/errands?/), write: 'write task (a short engine request)' },
  {
    id: 'term-garbage-collect',
    pattern: words(
      /(?<!(?:sine|frequency|tone)\s)(?:sweeps?|swept|sweeping)(?! (?:sine|tone|of (?:tones|frequencies)))/,
    ),
    write: 'write garbage-collect or remove unreferenced files',
  },
  { id: 'term-expired', pattern: words(/past (?:its|their) time/), write: 'write expired' },
  { id: 'term-unsubscribe', pattern: words(/the end of it/), write: 'write unsubscribe function' },
  { id: 'term-thread', pattern: words(/realms?(?!=)/), write: 'write web worker, service worker, page or thread' },
  {
    id: 'term-user',
    pattern: words(/somebody|someone|anybody|nobody|everybody|everyone/),
    write: 'write user, client, caller or developer',
  },
  { id: 'term-hidden', pattern: words(/veil(?:s|ed)?/), write: 'write hidden or locked' },
  { id: 'term-skeleton', pattern: words(/bones?/), write: 'write skeleton (loading placeholder)' },
  { id: 'term-cache', pattern: words(/shelf|shelves/), write: 'write asset cache' },
  {
    id: 'term-review-session',
    pattern: words(/bench(?:es)?/),
    write: 'write review session',
    paths: /^src\/(ui|recipes)\//,
  },
  {
    id: 'term-audio',
    pattern: words(/sounds?(?! (?:like|effects?|design)\b)/),
    write: 'write audio',
    kinds: technicalProse,
  },
];

export const phraseRules: readonly PhraseRule[] = [...idioms, ...terms];

/** Compiles alternatives into a pattern of whole words, with any white space between them. */
function words(alternatives: RegExp): RegExp {
  return new RegExp(`(?<![\\w'$-])(?:${alternatives.source.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi');
}
