/** As much of an event of the browser's record as benches read. Times are in microseconds; `tdur` is by the clock of the thread. */
export type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: Readonly<Record<string, string>>;
};
