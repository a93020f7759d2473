import * as z from 'zod/mini'
import { INSTITUTION_TEXT_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Id, Nothing, Timestamp } from './core/shapes.ts'
import { TemplateDefinition } from './publications/template.ts'

/**
 * How the files of a submission go to an institution. ftp: to the FTP address that it names for each submission. https:
 * one PUT a file below the address that it names (`uploadUrl`). Source: spec section 3,
 * "Authorization code"; its local method is ours to define.
 */
export const TransferMethod = z.enum(['ftp', 'https'])
export type TransferMethod = z.infer<typeof TransferMethod>

/**
 * The software of an institution. instdb: InstDB or a compatible system, which reviews submissions. invenio, dataverse:
 * a repository that publishes submissions at once.
 */
export const InstitutionKind = z.enum(['instdb', 'invenio', 'dataverse'])
export type InstitutionKind = z.infer<typeof InstitutionKind>

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(INSTITUTION_TEXT_MAX), z.regex(/^\P{Cc}*$/u))
const withoutSlash = z.overwrite<string>((address) => address.replace(/\/+$/, ''))

/** The settings of an institution that datasets are sent to. */
export const InstitutionDraft = z.object({
  name: line,
  /** Fixed when the institution is added. */
  kind: z._default(InstitutionKind, 'instdb'),
  /** Its address; the protocol begins at `/fair/entry` below it. */
  host: z.url({ protocol: /^https?$/ }).check(z.maxLength(INSTITUTION_TEXT_MAX), withoutSlash, z.regex(/^[^?#@]*$/)),
  /**
   * instdb: the number or account under which the institution gave the code; submissions carry it. dataverse: the alias
   * of the collection. invenio: nothing.
   */
  account: z._default(z.union([z.literal(''), line]), ''),
  transfer: z._default(TransferMethod, 'ftp'),
  /** People may choose it. */
  isOn: z._default(z.boolean(), true),
})
export type InstitutionDraft = z.infer<typeof InstitutionDraft>
/** The authorization code of the institution, or the token of a repository; no operation ever answers it. */
export const InstitutionCode = line
/** A text of one line. */
export const InstitutionLine = line

/** The result of the last connection test; `error` is '' if it succeeded. */
export const InstitutionState = z.object({ at: Timestamp, error: z.string(), message: z.string() })

export const Institution = z.extend(InstitutionDraft, {
  id: Id,
  createdAt: Timestamp,
  state: InstitutionState,
})
export type Institution = z.infer<typeof Institution>

/**
 * A template of an institution. `omitted`: titles of optional fields that can't be filled in here; with any `unusable`
 * one, which is required, it can't be chosen.
 */
export const OfferedTemplate = z.object({
  id: z.string(),
  definition: TemplateDefinition,
  omitted: z.array(z.string()),
  unusable: z.array(z.string()),
})
export type OfferedTemplate = z.infer<typeof OfferedTemplate>

/** Why an institution did not let us in, or did not answer as it should. */
export const institutionErrors = [
  'outsideRefused',
  'outsideUnreachable',
  'institutionCodeWrong',
  'institutionForbidden',
  'institutionExpired',
  'institutionOffline',
  'institutionAnswerWrong',
  'institutionRecordRefused',
  'institutionTooLarge',
] as const

const one = z.object({ id: Id })
const admin = { gate: 'admin', guard: 'session' } as const

export const institutions = {
  list: operation({
    method: 'GET',
    path: '/setting/institutions',
    ...admin,
    input: z.object({}),
    data: z.array(Institution),
    errors: [],
  }),
  offered: operation({
    method: 'GET',
    path: '/institutions',
    gate: 'signedIn',
    input: z.object({}),
    data: z.array(z.object({ id: Id, name: z.string() })),
    errors: [],
  }),
  templates: operation({
    method: 'GET',
    path: '/institutions/:id/templates',
    gate: 'signedIn',
    input: one,
    data: z.array(OfferedTemplate),
    errors: ['institutionGone', ...institutionErrors],
  }),
  create: operation({
    act: 'set',
    method: 'POST',
    path: '/setting/institutions',
    ...admin,
    input: z.extend(InstitutionDraft, { code: InstitutionCode }),
    data: Institution,
    errors: ['institutionNameTaken', 'institutionAccountNeeded', 'institutionsTooMany', ...institutionErrors],
  }),
  edit: operation({
    act: 'set',
    method: 'PUT',
    path: '/setting/institutions/:id',
    ...admin,
    /** Without a code, the saved one is kept, unless the address changes. */
    input: z.extend(InstitutionDraft, { id: Id, code: z.optional(InstitutionCode) }),
    data: Institution,
    errors: [
      'institutionGone',
      'institutionNameTaken',
      'institutionAccountNeeded',
      'institutionCodeNeeded',
      ...institutionErrors,
    ],
  }),
  remove: operation({
    act: 'remove',
    method: 'DELETE',
    path: '/setting/institutions/:id',
    ...admin,
    input: one,
    data: Nothing,
    errors: ['institutionGone', 'institutionInUse'],
  }),
  /** Asks the institution to let us in and keeps what it says. */
  test: operation({
    method: 'POST',
    path: '/setting/institutions/:id/test',
    ...admin,
    input: one,
    data: Institution,
    errors: ['institutionGone'],
  }),
}
