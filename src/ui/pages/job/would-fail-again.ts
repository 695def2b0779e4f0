/** Failures that lie in the file, whatever is asked for. */
const inFile: readonly string[] = ['FILE_TOO_LARGE', 'MATERIAL_NOT_FOUND', 'NO_AUDIO', 'UNSUPPORTED_MEDIA'];

/** Failures that lie in what was given to a run. */
const inGiven: readonly string[] = [
  ...inFile,
  'NOTHING_TO_CUT',
  'NOT_ENOUGH_MATERIAL',
  'NO_SUBJECT',
  'NO_TARGET',
  'SUBJECT_FILLS_FRAME',
  'TARGET_LOST',
  'TOO_MUCH_REMOVED',
  'VALIDATION_FAILED',
  'WINDOW_CROSSES_CUT',
];

/** True for failures that the same run would have again, so that it has to be changed. */
export const wouldFailAgain = (errorCode: string): boolean => inGiven.includes(errorCode);

/** True for failures that another file alone can mend. */
export const needsOtherFile = (errorCode: string): boolean => inFile.includes(errorCode);
