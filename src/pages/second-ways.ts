import type { SecondWay } from '#contract/session.ts'

/** The methods of the second step, the most common first. */
export const SECOND_WAYS: readonly SecondWay[] = ['totp', 'passkey', 'recovery']
