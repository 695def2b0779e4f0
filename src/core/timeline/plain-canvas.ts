/** The size in pixels and the frame rate of a canvas without a video or an image to take them from. */
export const plainCanvas = { width: 1920, height: 1080, frameRate: 30 } as const;
