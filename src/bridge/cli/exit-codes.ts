/** The exit codes of every command. */
export const exitCodes = {
  done: 0,
  /** An unexpected error. */
  defect: 1,
  /** Wrong arguments. */
  usage: 2,
  /** The API or this computer refused the work; the error code is on standard error. */
  refused: 3,
  /** The user canceled the work. */
  canceled: 4,
} as const;

/** The text about exit codes in the help of a command. */
export const exitCodesHelp =
  '\nExit codes: 0 done, 1 unexpected error, 2 wrong arguments, 3 refused (the error code is on standard error), 4 canceled.';

/** An error in the arguments of a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
