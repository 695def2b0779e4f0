/** Below this share of what happens on the beats nobody could tell them; without schemas, as pages use it too. */
export const leastBeatConfidence = 0.15;
