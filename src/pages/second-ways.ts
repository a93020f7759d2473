import type { SecondWay } from '#contract/session.ts'

/** The ways to take the second step, the usual one first. */
export const SECOND_WAYS: readonly SecondWay[] = ['totp', 'passkey', 'recovery']
