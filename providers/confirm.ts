import { useSyncExternalStore } from 'react'
import type { DataOf, InputOf, Operation } from '#contract/core/operation.ts'
import { call } from './call.ts'
import { concernOf, present, presentWide } from './errors.ts'
import { CallFailure } from './failures.ts'

type Options = NonNullable<Parameters<typeof call>[2]>
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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The function that resolves the open identity question; null when no question is open. */
export const openQuestion = (): Question['resolveProof'] | null => question?.resolveProof ?? null
export const useProofQuestion = (): Question['resolveProof'] | null => useSyncExternalStore(subscribe, openQuestion)

const isUnproven = (failure: unknown) => failure instanceof CallFailure && failure.error === 'confirmNeeded'

/** Retries the attempt after the user has confirmed their identity, if the lack of confirmation was the failure. */
export const withProof = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch(async (failure: unknown) => {
    if (isUnproven(failure) && (await askForProof())) return attempt()
    throw failure
  })

/**
 * Calls an operation that requires a recent identity confirmation (`confirms`): when the last one is too old, the shell
 * asks the user, and the call is retried. If the user declines, the call rejects with `confirmNeeded`, which nothing
 * else shows.
 */
export async function callConfirmed<O extends Operation>(
  operation: O,
  input: InputOf<O> | FormData,
  options: Options = {},
): Promise<DataOf<O>> {
  try {
    return await withProof(() => call(operation, input, { ...options, quiet: true, stays: true }))
  } catch (failure) {
    if (!options.quiet && !isUnproven(failure)) present(failure)
    else if (!options.stays) presentWide(failure, concernOf(operation, options))
    throw failure
  }
}
