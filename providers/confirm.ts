import { useSyncExternalStore } from 'react'
import type { DataOf, InputOf, Operation } from '#contract/core/operation.ts'
import { call } from './call.ts'
import { present, presentEnd } from './errors.ts'
import { CallFailure } from './failures.ts'

type Options = NonNullable<Parameters<typeof call>[2]>
/** The question that is open: everybody who waits for a proof waits for the same one. */
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
/** How to answer the open question whether it is really this person; null while nobody asks. */
export const openQuestion = (): Question['resolveProof'] | null => question?.resolveProof ?? null
export const useProofQuestion = (): Question['resolveProof'] | null => useSyncExternalStore(subscribe, openQuestion)

const isUnproven = (failure: unknown) => failure instanceof CallFailure && failure.error === 'confirmNeeded'

/** Tries again once the person has proved who they are, when that is what was missing. */
export const withProof = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch(async (failure: unknown) => {
    if (isUnproven(failure) && (await askForProof())) return attempt()
    throw failure
  })

/**
 * Calls an operation that asks for a fresh proof (`confirms`): when the last one is too old, the shell asks for it, and
 * the call goes out again. Somebody who gives none gets the refusal `confirmNeeded`, which nothing else shows.
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
    else if (!options.stays) presentEnd(failure)
    throw failure
  }
}
