import type { ErrorName } from '#contract/core/errors.ts'
import { refusalText } from '#server/modules/protocols/index.ts'

/** An FTP error reply: code and sentence of RFC 959 and its extensions. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, text: string, cause?: unknown) {
    super(text, { cause })
    this.code = code
  }
}

/** Reply codes by error name; all others are 550. */
const codes: Partial<Record<ErrorName, number>> = {
  appPasswordWrong: 530,
  loginDelayed: 530,
  accountDisabled: 530,
  accountLocked: 530,
  accountInactive: 530,
  tooManyRequests: 450,
  busy: 450,
  maintenance: 450,
  storeAway: 450,
  spaceFull: 552,
  diskFull: 552,
  tooLarge: 552,
  fileNameInvalid: 553,
  folderTooDeep: 553,
  unknown: 451,
}

/** The reply for a thrown error; `isOurs`: an unexpected error of the server, which is logged. */
export function replyOf(error: unknown): { code: number; text: string; isOurs: boolean } {
  if (error instanceof Refusal) return { code: error.code, text: error.message, isOurs: false }
  const { refusal, text, isOurs } = refusalText(error)
  return { code: codes[refusal] ?? 550, text, isOurs }
}
