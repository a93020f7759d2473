import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, Nothing, Timestamp } from './core/shapes.ts'

export const PersonalDataState = z.enum(['waiting', 'running', 'ready', 'failed'])
export type PersonalDataState = z.infer<typeof PersonalDataState>

/** The export of a person's data: a zip of JSON files. A person has one; asking again replaces it. */
export const PersonalData = z.object({
  state: PersonalDataState,
  /** Whether an administrator asked for it. */
  isByAdministrator: z.boolean(),
  askedAt: Timestamp,
  finishedAt: z.nullable(Timestamp),
  /** When the file is deleted; null until it is ready. */
  expiresAt: z.nullable(Timestamp),
  sizeBytes: Count,
})
export type PersonalData = z.infer<typeof PersonalData>

const mine = { gate: 'signedIn', guard: 'session', input: z.object({}) } as const
const ofUser = { gate: 'admin', guard: 'session', input: z.object({ id: Id }) } as const

export const personalData = {
  show: operation({
    ...mine,
    method: 'GET',
    path: '/account/data-export',
    data: z.nullable(PersonalData),
    errors: [],
  }),
  begin: operation({
    ...mine,
    method: 'POST',
    path: '/account/data-export',
    confirms: true,
    data: PersonalData,
    errors: ['confirmNeeded', 'dataExportRunning'],
  }),
  download: operation({
    ...mine,
    method: 'GET',
    path: '/account/data-export/file',
    answers: 'bytes',
    data: Nothing,
    errors: ['dataExportGone'],
  }),
  showFor: operation({
    ...ofUser,
    method: 'GET',
    path: '/users/:id/data-export',
    data: z.nullable(PersonalData),
    errors: ['userNotFound'],
  }),
  beginFor: operation({
    ...ofUser,
    method: 'POST',
    path: '/users/:id/data-export',
    confirms: true,
    data: PersonalData,
    errors: ['userNotFound', 'confirmNeeded', 'dataExportRunning'],
  }),
  downloadFor: operation({
    ...ofUser,
    method: 'GET',
    path: '/users/:id/data-export/file',
    answers: 'bytes',
    data: Nothing,
    errors: ['userNotFound', 'dataExportGone'],
  }),
}
