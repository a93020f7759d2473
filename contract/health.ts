import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'

/** unchecked: there is nothing to check, or it was not looked at yet. */
export const HealthState = z.enum(['fine', 'weak', 'failing', 'unchecked'])
export type HealthState = z.infer<typeof HealthState>

/** The checks; there may be several of signIn and certificate. */
export const HealthKey = z.enum([
  'database',
  'disk',
  'store',
  'news',
  'clock',
  'nodes',
  'address',
  'identifiers',
  'work',
  'mail',
  'signIn',
  'certificate',
  'backup',
  'installationBackup',
  'fixity',
  'consistency',
  'audit',
])
export type HealthKey = z.infer<typeof HealthKey>

/** A check with its outcome, in the caller's language. */
export const HealthCheck = z.object({
  key: HealthKey,
  name: z.string(),
  state: HealthState,
  /** Since when the node that answers has seen this state. */
  since: Timestamp,
  said: z.string(),
  /** The recommended action; '' if none is needed. */
  advice: z.string(),
  /** Path of the page where it is mended; '' when it is mended elsewhere. */
  link: z.string(),
  /** Single findings, as their finder words them. */
  details: z.array(z.string()),
  ms: Count,
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const DamagedContent = z.object({
  sha256: z.string(),
  problem: z.enum(['missing', 'damaged']),
  foundAt: Timestamp,
  /** The affected files with their folders; longer lists end with "and more". */
  files: z.array(z.string()),
})
export type DamagedContent = z.infer<typeof DamagedContent>

/** A damaged or missing content that was restored from a backup of a space. */
export const RepairedContent = z.object({
  id: z.string(),
  sha256: z.string(),
  problem: DamagedContent.shape.problem,
  repairedAt: Timestamp,
  /** The policy and the space whose copy had it, and when that was made. */
  policyName: z.string(),
  spaceName: z.string(),
  copiedAt: Timestamp,
  /** The files that were affected. */
  files: z.array(z.string()),
})
export type RepairedContent = z.infer<typeof RepairedContent>

export const ConfigValue = z.object({
  key: z.string(),
  /** In the language of the call. */
  means: z.string(),
  from: z.enum(['environment', 'file', 'default']),
  isSecret: z.boolean(),
  /** '' if not set; dots for a secret. */
  value: z.string(),
})
export type ConfigValue = z.infer<typeof ConfigValue>

const admin = { gate: 'admin', guard: 'session' } as const
export const health = {
  /** All checks run side by side with a time limit; the outcome is remembered for some seconds. */
  show: operation({
    ...admin,
    method: 'GET',
    path: '/health',
    input: z.object({}),
    data: z.object({ at: Timestamp, checks: z.array(HealthCheck) }),
    errors: [],
  }),
  /** Every configuration key with its value and source; secrets are hidden. */
  configuration: operation({
    ...admin,
    method: 'GET',
    path: '/health/configuration',
    input: z.object({}),
    data: z.array(ConfigValue),
    errors: [],
  }),
  /** A ZIP for those who help: versions, configuration, checks, background work and recent errors, without secrets. */
  bundle: operation({
    ...admin,
    method: 'GET',
    path: '/health/bundle',
    answers: 'bytes',
    input: z.object({}),
    data: Nothing,
    errors: [],
  }),
  damaged: operation({
    ...admin,
    method: 'GET',
    path: '/health/damaged',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(DamagedContent),
    errors: [],
  }),
  /** Contents restored from backups, the newest first. */
  repaired: operation({
    ...admin,
    method: 'GET',
    path: '/health/repaired',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(RepairedContent),
    errors: [],
  }),
  /** Reads damaged contents again, for instance after a restore; returns how many are still damaged. */
  checkDamaged: operation({
    ...admin,
    method: 'POST',
    path: '/health/damaged/check',
    input: z.object({}),
    data: z.object({ checked: Count, damaged: Count }),
    errors: [],
  }),
}
