export * from './offcut.ts';
export { OffcutError, type ClientErrorCode, type OffcutErrorCode } from './offcut-error.ts';
export type { ConnectionOptions } from './connection.ts';
export type { Answer, Call, Data, OperationName } from './operation-call.ts';
export type { UploadOptions, UploadProgress, UploadSource } from './upload.ts';
export type { JobEvent, WatchOptions } from './watch-job.ts';
export type * from './types.generated.ts';
