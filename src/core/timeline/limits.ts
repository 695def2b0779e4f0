/** The limits of a document: enough for any realistic edit, and small enough for a page to open it. */
export const documentLimits = {
  tracks: 100,
  items: 5000,
  keyframesOfItem: 20_000,
  /** Characters of a text item. */
  textLength: 5000,
  /** Characters of a message. For any aspect ratio, letters of such a bubble are at least 1/43 of the shorter side high. */
  messageLength: 1000,
  messages: 200,
  markers: 5000,
  /** Pixels per side of the canvas, equal to those of the largest video that a run accepts. */
  side: 16_384,
  /** Frames per second of the canvas. */
  minFrameRate: 1,
  maxFrameRate: 240,
  /** Characters of a title or a name. */
  nameLength: 500,
  seconds: 12 * 3600,
  bytes: 16 * 1024 * 1024,
} as const;

/** The error message for a message that is too long. */
export const messageTooLong = `must have at most ${documentLimits.messageLength} characters, the maximum for a readable bubble; split it into several messages`;

/** The range of the speed at which an item plays its source. */
export const speedRange = { min: 0.05, max: 20 } as const;
