import { type MethodConfigs, methodConfigs } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { Outsider, Setup } from '#server/modules/methods/adapter.ts'
import { MethodError } from '#server/modules/methods/adapter.ts'

export const ORIGIN = 'https://data.lab.test'
const ID = '018f0000-0000-7000-8000-000000000001'

/** The configuration that an adapter works with, built from settings as an administrator enters them. */
export function setupFor<K extends MethodKind>(
  kind: K,
  config: Record<string, unknown>,
  secrets: Record<string, string> = {},
): Setup<K> {
  const callbackUrl = `${ORIGIN}/api/sign-in/${ID}/callback`
  return { id: ID, config: methodConfigs[kind].parse(config) as MethodConfigs[K], secrets, callbackUrl, origin: ORIGIN }
}

/** The advice of the MethodError that a call rejects with; otherwise the value of the call. */
export async function adviceOf(call: Promise<Outsider | null | object>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    if (error instanceof MethodError) return error.advice
    throw error
  }
}
