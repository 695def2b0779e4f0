/** The minimum `confidence` of a rhythm for its beats to be used. Has no schema, because pages import it too. */
export const minBeatConfidence = 0.15;
