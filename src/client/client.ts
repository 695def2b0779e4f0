export * from './offcut.ts';
export { OffcutError } from './offcut-error.ts';
export type { ConnectionOptions } from './connection.ts';
export type * from './types.generated.ts';
