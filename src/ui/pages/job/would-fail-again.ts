/** Failures caused by the file, whatever the input. */
const inFile: readonly string[] = ['FILE_TOO_LARGE', 'MATERIAL_NOT_FOUND', 'NO_AUDIO', 'UNSUPPORTED_MEDIA'];

/** Failures caused by the input of a run. */
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

/** True for failures that the same run would repeat, so that its input must change. */
export const wouldFailAgain = (errorCode: string): boolean => inGiven.includes(errorCode);

/** True for failures that only another file can fix. */
export const needsOtherFile = (errorCode: string): boolean => inFile.includes(errorCode);
