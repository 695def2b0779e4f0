/** What a document may hold: enough for any real cut, and little enough that a page can open it. */
export const documentLimits = {
  tracks: 100,
  items: 5000,
  keyframesOfItem: 20_000,
  /** Characters of a text item. */
  textLength: 5000,
  /** Characters of a message: in every shape of picture, letters of such a bubble are at least 1/43 of the shorter side high. */
  messageLength: 1000,
  messages: 200,
  markers: 5000,
  /** Pixels of a side of the canvas, as of the largest picture that a run takes. */
  side: 16_384,
  /** Frames per second of the canvas. */
  leastFrameRate: 1,
  mostFrameRate: 240,
  /** Characters of a title or a name. */
  nameLength: 500,
  seconds: 12 * 3600,
  bytes: 16 * 1024 * 1024,
} as const;

/** The sentence for a message that is too long. */
export const messageTooLong = `must have at most ${documentLimits.messageLength} characters, which is what a bubble can show in a readable size; split it into several messages`;

/** How much slower or faster than its source an item can play. */
export const speedRange = { min: 0.05, max: 20 } as const;
