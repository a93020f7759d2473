import * as z from 'zod/mini'

/** One invalid input field. `field` is its path joined by dots, `''` for the whole input. */
export const FieldError = z.object({ field: z.string(), message: z.string() })

/** The body of every success. Source: spec section 7: code 0 means success. */
export const successOf = <T extends z.ZodMiniType>(data: T) =>
  z.object({ code: z.literal(0), message: z.string(), data })

/**
 * The body of every failure. `error` is the name of the error in `contract/core/errors.ts`; `requestId` identifies the
 * log line.
 */
export const FailureBody = z.object({
  code: z.number(),
  message: z.string(),
  data: z.unknown(),
  error: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(FieldError)),
})
export type FailureBody = z.infer<typeof FailureBody>
