/** Draws twelve frames of a video in a grid. Returns the data URL of a PNG. Rejects if the player fails. */
export function drawFrameSheet(url: string): Promise<string>;
