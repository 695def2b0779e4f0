/** Failures that lie in what was given to a run. */
const inGiven: readonly string[] = [
  'FILE_TOO_LARGE',
  'MATERIAL_NOT_FOUND',
  'NOTHING_TO_CUT',
  'NOT_ENOUGH_MATERIAL',
  'NO_AUDIO',
  'NO_SUBJECT',
  'NO_TARGET',
  'SUBJECT_FILLS_FRAME',
  'TARGET_LOST',
  'TOO_MUCH_REMOVED',
  'UNSUPPORTED_MEDIA',
  'VALIDATION_FAILED',
  'WINDOW_CROSSES_CUT',
];

/** True for failures that the same run would have again, so that it has to be changed. */
export const wouldFailAgain = (errorCode: string): boolean => inGiven.includes(errorCode);
