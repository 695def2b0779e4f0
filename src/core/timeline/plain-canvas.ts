/** The size in pixels and the frame rate of a canvas that has neither a video nor a picture to take them from. */
export const plainCanvas = { width: 1920, height: 1080, frameRate: 30 } as const;
