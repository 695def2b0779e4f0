/** Draws twelve frames of a video beside each other as a PNG, given as a data URL. Rejects when the player fails. */
export function drawFrameSheet(url: string): Promise<string>;
