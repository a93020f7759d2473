import * as z from 'zod/mini'
import { REGISTRY_TEXT_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf } from './core/shapes.ts'
import { Orcid } from './people.ts'
import { bareIdentifier, FunderId, isIdentifier, Ror } from './publications/metadata.ts'

/** The kinds of registry entries that metadata refer to: people, organisations, projects and papers. */
export const RegistryKind = z.enum(['person', 'organisation', 'project', 'paper'])
export type RegistryKind = z.infer<typeof RegistryKind>

const line = z.string().check(z.trim(), z.maxLength(REGISTRY_TEXT_MAX), z.regex(/^\P{Cc}*$/u))
const optional = z._default(line, '')
const schemes = ['DOI', 'CSTR', 'URL'] as const
/** The scheme of an identifier of a paper; null if unknown. */
export const paperScheme = (identifier: string): (typeof schemes)[number] | null =>
  schemes.find((scheme) => isIdentifier(scheme, identifier)) ?? null

const ORCID_ADDRESS = /^(https?:\/\/)?(www\.)?orcid\.org\//i
/** The normalized identifier of an entry; null if it is invalid. '' means no identifier. */
export function registryIdentifier(kind: RegistryKind, text: string): string | null {
  const given = text.trim()
  if (given === '' || kind === 'project') return given
  if (kind === 'person') return Orcid.safeParse(given.replace(ORCID_ADDRESS, '')).data ?? null
  if (kind === 'organisation') return Ror.safeParse(given).data ?? null
  const scheme = paperScheme(given)
  return scheme && bareIdentifier(scheme, given)
}

const fields = {
  kind: RegistryKind,
  /** The displayed name: 王芳, Institute of Limnology, the title of a project or paper. */
  name: line.check(z.minLength(1)),
  /** The name in the other language. */
  otherName: optional,
  /** Of a person. */
  family: optional,
  given: optional,
  email: optional,
  /** ORCID iD of a person, ROR id of an organisation, number of a project, DOI, CSTR or address of a paper. */
  identifier: optional,
  /** Of an organisation that funds: its id in the Open Funder Registry, `10.13039/501100001809`. */
  funderId: z._default(FunderId, ''),
  /** The organisation of a person, or the funder of a project, with its ROR id. */
  organisation: optional,
  organisationRor: z._default(Ror, ''),
}
/**
 * The values that users enter for an entry. The identifier must have the form of its kind; the check digit of ORCID iDs
 * must be correct.
 */
export const RegistryDraft = z
  .object(fields)
  .check(z.refine(({ kind, identifier }) => registryIdentifier(kind, identifier) !== null, { path: ['identifier'] }))
export type RegistryDraft = z.infer<typeof RegistryDraft>

/** An entry; of what was merged into it the names are kept, so that it is found by them. */
export const RegistryEntry = z.extend(z.object(fields), { id: Id, aliases: z.array(z.string()) })
export type RegistryEntry = z.infer<typeof RegistryEntry>

/** An entry that fits a search. `id` is null for a member of the space who is in no registry yet. */
export const RegistryMatch = z.extend(z.object(fields), { id: z.nullable(Id) })
export type RegistryMatch = z.infer<typeof RegistryMatch>

/** An entry as written in a field of a template: its name followed by its address. Parsed by `referenceOf`. */
export function referenceText({ kind, name, identifier }: Pick<RegistryEntry, 'kind' | 'name' | 'identifier'>): string {
  const scheme = kind === 'paper' ? paperScheme(identifier) : null
  const addresses = {
    person: `https://orcid.org/${identifier}`,
    organisation: `https://ror.org/${identifier}`,
    project: '',
    paper:
      scheme === 'URL'
        ? identifier
        : scheme === 'DOI'
          ? `https://doi.org/${identifier}`
          : `https://cstr.cn/${identifier}`,
  }
  const address = identifier && addresses[kind]
  return address ? `${name} (${address})` : name
}

const q = z._default(z.string().check(z.trim(), z.maxLength(100)), '')
const one = z.object({ id: Id })
const admin = { gate: 'admin', guard: 'session' } as const
const judged = ['registryIdentifierTaken'] as const

/** People, organisations, projects and papers of this installation, for the metadata of datasets. */
export const registries = {
  /**
   * The first matching entries, those whose name begins with the text first; with a space, its members, too. With fewer
   * characters than PEOPLE_SEARCH.min, only people whose address the caller may see are found.
   */
  find: operation({
    method: 'GET',
    path: '/registries',
    gate: 'signedIn',
    input: z.object({ kind: RegistryKind, q, spaceId: z.optional(Id) }),
    data: z.array(RegistryMatch),
    errors: ['spaceNotFound', 'spaceRightMissing', 'tooManyRequests'],
  }),
  add: operation({
    method: 'POST',
    path: '/registries',
    gate: 'signedIn',
    input: RegistryDraft,
    data: RegistryEntry,
    errors: [...judged, 'registriesFull'],
  }),
  list: operation({
    method: 'GET',
    path: '/setting/registries',
    ...admin,
    paging: 'keyset',
    input: z.object({ kind: RegistryKind, q, ...keyset }),
    data: pageOf(RegistryEntry),
    errors: [],
  }),
  edit: operation({
    act: 'set',
    method: 'PUT',
    path: '/setting/registries/:id',
    ...admin,
    input: z
      .extend(z.object(fields), { id: Id })
      .check(
        z.refine(({ kind, identifier }) => registryIdentifier(kind, identifier) !== null, { path: ['identifier'] }),
      ),
    data: RegistryEntry,
    errors: [...judged, 'registryEntryGone', 'registryKindOther'],
  }),
  remove: operation({
    act: 'remove',
    method: 'DELETE',
    path: '/setting/registries/:id',
    ...admin,
    input: one,
    data: Nothing,
    errors: ['registryEntryGone'],
  }),
  /** Merges another entry into this one: the other is removed; values that only it has, and its names, are kept. */
  merge: operation({
    method: 'POST',
    path: '/setting/registries/:id/merge',
    ...admin,
    input: z.object({ id: Id, otherId: Id }),
    data: RegistryEntry,
    errors: ['registryEntryGone', 'registryKindOther'],
  }),
  /** Adds the people of all accounts, and where they work, as far as they are not there. */
  fill: operation({
    method: 'POST',
    path: '/setting/registries/fill',
    ...admin,
    input: z.object({}),
    data: z.object({ people: Count, organisations: Count }),
    errors: ['registriesFull'],
  }),
}
