import { CallFailure } from '#providers/failures.ts'

const OVER: readonly string[] = [
  'spaceNotFound',
  'spaceForbidden',
  'reportGone',
  'cardGone',
  'shareGone',
  'shareExpired',
  'shareForbidden',
  'sharePasswordNeeded',
  'dataViewBroken',
]
/** Whether a reader may not read something any more, or it is gone: what was shown of it before is taken away. */
export const isOver = (failure: unknown): boolean => failure instanceof CallFailure && OVER.includes(failure.error)
