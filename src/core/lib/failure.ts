import * as z from 'zod';

/** Every error that a caller can receive, with its HTTP status, default message and whether to retry. */
export const failures = {
  VALIDATION_FAILED: {
    status: 400,
    isRetryable: false,
    sentence: 'The request is invalid; see details for what to change.',
  },
  UNAUTHORIZED: {
    status: 401,
    isRetryable: false,
    sentence: 'Send an API key as "Authorization: Bearer vk_..."; create keys in the workspace under API keys.',
  },
  INSUFFICIENT_CREDITS: {
    status: 402,
    isRetryable: false,
    sentence: 'The balance does not cover the price of this run.',
  },
  SCOPE_DENIED: { status: 403, isRetryable: false, sentence: 'This API key lacks the scope that the call needs.' },
  RECIPE_NOT_ALLOWED: { status: 403, isRetryable: false, sentence: 'This API key may not run this recipe.' },
  SPEND_CAP_REACHED: {
    status: 403,
    isRetryable: false,
    sentence: 'The spend cap of this API key does not allow this run.',
  },
  FORBIDDEN: { status: 403, isRetryable: false, sentence: 'Only a page of this site may make this call.' },
  NOT_FOUND: {
    status: 404,
    isRetryable: false,
    sentence: 'No operation has this path; see /api-reference/openapi.json for all operations.',
  },
  JOB_NOT_FOUND: { status: 404, isRetryable: false, sentence: 'No job has this id; GET /v1/jobs lists yours.' },
  TICKET_NOT_FOUND: {
    status: 404,
    isRetryable: false,
    sentence: 'No upload ticket has this id; POST /v1/uploads creates one.',
  },
  MATERIAL_NOT_FOUND: {
    status: 404,
    isRetryable: false,
    sentence: 'No material has this handle; upload the file again, or pass a public https URL.',
  },
  CANVAS_NOT_FOUND: {
    status: 404,
    isRetryable: false,
    sentence: 'No canvas has this id; read the canvas id from a completed job.',
  },
  MODEL_NOT_FOUND: { status: 404, isRetryable: false, sentence: 'No model has this id; GET /v1/models lists them.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    isRetryable: false,
    sentence: 'This path does not support this method; see the Allow header.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    isRetryable: true,
    sentence: 'The connection ended before the request was complete; send it again.',
  },
  IN_FLIGHT: {
    status: 409,
    isRetryable: true,
    sentence: 'Another synchronous run is in flight; wait for it to end, or cancel it.',
  },
  TICKET_USED: {
    status: 409,
    isRetryable: false,
    sentence: 'This upload ticket was used already; POST /v1/uploads creates a new one.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    isRetryable: false,
    sentence: 'This Idempotency-Key was used with another request; use a new key for a new request.',
  },
  REVISION_CONFLICT: {
    status: 409,
    isRetryable: false,
    sentence: 'The canvas has changed since this revision; read it again, and send the change with the new revision.',
  },
  NOT_REVIEWABLE: { status: 409, isRetryable: false, sentence: 'This job is not waiting for review.' },
  NOT_CANCELABLE: { status: 409, isRetryable: false, sentence: 'This job has ended already.' },
  CANCELED: { status: 409, isRetryable: false, sentence: 'The run was canceled.' },
  TICKET_EXPIRED: {
    status: 410,
    isRetryable: false,
    sentence: 'This upload ticket has expired; POST /v1/uploads creates a new one.',
  },
  FILE_TOO_LARGE: { status: 413, isRetryable: false, sentence: 'The file is larger than the limit.' },
  UNSUPPORTED_MEDIA: {
    status: 415,
    isRetryable: false,
    sentence: 'The file is not a video, image, audio or font file that this browser can decode.',
  },
  MATERIAL_UNREACHABLE: {
    status: 422,
    isRetryable: true,
    sentence: 'The material could not be downloaded from its URL.',
  },
  MODEL_UNREACHABLE: {
    status: 422,
    isRetryable: true,
    sentence: 'A file of the model could not be downloaded from its URL.',
  },
  MODEL_UNUSABLE: {
    status: 422,
    isRetryable: false,
    sentence: 'A file of the model does not match its entry; remove the model and install it again.',
  },
  MODEL_NOT_INSTALLED: {
    status: 422,
    isRetryable: false,
    sentence: 'A model that this run needs is not installed; GET /v1/models lists the models that can be.',
  },
  NO_SUBJECT: { status: 422, isRetryable: false, sentence: 'No subject to cut out was found in this video.' },
  SUBJECT_FILLS_FRAME: {
    status: 422,
    isRetryable: false,
    sentence: 'The subject fills the frame, so that no text would be visible behind it.',
  },
  WINDOW_CROSSES_CUT: {
    status: 422,
    isRetryable: false,
    sentence: 'The window contains a scene cut; choose a window within a single shot.',
  },
  NO_AUDIO: { status: 422, isRetryable: false, sentence: 'This video has no audio.' },
  NOTHING_TO_CUT: {
    status: 422,
    isRetryable: false,
    sentence: 'No pause that is long enough was found in this video.',
  },
  TOO_MUCH_REMOVED: {
    status: 422,
    isRetryable: false,
    sentence: 'More of the video would be removed than maxRemovedShare allows.',
  },
  NO_TARGET: { status: 422, isRetryable: false, sentence: 'No target to track was found in this video.' },
  TARGET_LOST: {
    status: 422,
    isRetryable: false,
    sentence: 'The target could not be tracked through most of the window.',
  },
  NOT_ENOUGH_MATERIAL: {
    status: 422,
    isRetryable: false,
    sentence: 'The materials are too short for a result of this duration.',
  },
  RATE_LIMITED: {
    status: 429,
    isRetryable: true,
    sentence: 'Too many requests; wait for the time that Retry-After gives.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    isRetryable: false,
    sentence: 'The request line and headers are larger than 16 KiB; send fewer or shorter headers, or a shorter URL.',
  },
  INTERNAL: { status: 500, isRetryable: true, sentence: 'Something went wrong on our side; try again.' },
  ENGINE_LOST: {
    status: 500,
    isRetryable: true,
    sentence:
      'The run was interrupted twice because its tab was closed or crashed; start it again and keep a tab open.',
  },
  ENGINE_UNAVAILABLE: {
    status: 503,
    isRetryable: true,
    sentence: 'No open tab can do the work; open the workspace in a browser and try again.',
  },
  STORAGE_FULL: {
    status: 507,
    isRetryable: false,
    sentence: 'The storage of this browser is full; delete materials or results and try again.',
  },
} as const satisfies Record<string, { status: number; isRetryable: boolean; sentence: string }>;

export type FailureCode = keyof typeof failures;

export const failureCodes = Object.keys(failures).filter((name): name is FailureCode => Object.hasOwn(failures, name));

const failureCode = z.custom<FailureCode>((value) => typeof value === 'string' && Object.hasOwn(failures, value));

/** An error as job rows, worker messages and HTTP bodies contain it. */
export const wireFailure = z.object({
  code: failureCode,
  message: z.string(),
  details: z.unknown().optional(),
  faultId: z.string().optional(),
});
export type WireFailure = z.output<typeof wireFailure>;

/** The body of an error response. Callers branch on `errorCode`; `message` is one sentence that says what to do. */
export const failureBody = z.object({
  success: z.literal(false),
  errorCode: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  details: z.unknown().optional(),
});
export type FailureBody = z.output<typeof failureBody>;

/** The only error class that is thrown on purpose. Every other error becomes INTERNAL at the next boundary. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly details: unknown;
  /** The rule of the lab that caused it. */
  readonly faultId: string | undefined;

  /** `message` replaces the default sentence if the caller knows more than the code says. */
  constructor(
    code: FailureCode,
    options: { message?: string; details?: unknown; faultId?: string | undefined; cause?: unknown } = {},
  ) {
    super(options.message ?? failures[code].sentence, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.faultId = options.faultId;
  }

  toWire(): WireFailure {
    const { code, message, details, faultId } = this;
    return { code, message, details, ...(faultId !== undefined && { faultId }) };
  }

  static fromWire(wire: unknown): Failure {
    const { code, ...options } = wireFailure.parse(wire);
    return new Failure(code, options);
  }

  /** Converts a thrown value to a failure: itself, STORAGE_FULL for the browser's quota error, INTERNAL for the rest. */
  static from(thrown: unknown): Failure {
    if (thrown instanceof Failure) {
      return thrown;
    }
    const isQuota = thrown instanceof Error && thrown.name === 'QuotaExceededError';
    return new Failure(isQuota ? 'STORAGE_FULL' : 'INTERNAL', { cause: thrown });
  }
}
