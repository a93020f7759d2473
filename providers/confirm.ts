import { useSyncExternalStore } from 'react'
import { CallFailure, DeclinedProof } from './failures.ts'

/** The open identity question; all callers that need a proof share one question. */
type Question = { answer: Promise<boolean>; resolveProof: (isProven: boolean) => void }

let question: Question | null = null
const listeners = new Set<() => void>()
const invalidate = () => {
  for (const listener of listeners) listener()
}

function askForProof(): Promise<boolean> {
  if (question) return question.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const resolveProof = (isProven: boolean) => {
    question = null
    resolve(isProven)
    invalidate()
  }
  question = { answer: promise, resolveProof }
  invalidate()
  return promise
}

export const onProofQuestion = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The function that resolves the open identity question; null when no question is open. */
export const openQuestion = (): Question['resolveProof'] | null => question?.resolveProof ?? null
export const useProofQuestion = (): Question['resolveProof'] | null =>
  useSyncExternalStore(onProofQuestion, openQuestion)

/**
 * Retries the attempt after the user has confirmed their identity, if the lack of confirmation was the failure. Rejects
 * with DeclinedProof if they do not; a page without the question (`ConfirmIdentity`) gets the refusal.
 */
export const withProof = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch(async (failure: unknown) => {
    if (!(failure instanceof CallFailure) || failure.error !== 'confirmNeeded' || !listeners.size) throw failure
    if (!(await askForProof())) throw new DeclinedProof(failure.body)
    return attempt()
  })
