import * as z from 'zod/mini'
import { DayInput } from '../core/shapes.ts'
import { Orcid } from '../people.ts'
import { SubjectCode } from './subjects.ts'

/** Maximum numbers and lengths of the metadata of a dataset, in entries and characters (our choice). */
export const DATASET_LINE_MAX = 300
export const DATASET_TEXT_MAX = 20_000
export const DATASET_ENTRIES_MAX = 200

const CONTROL = /^\P{Cc}*$/u
const line = z.string().check(z.trim(), z.maxLength(DATASET_LINE_MAX), z.regex(CONTROL))
const named = line.check(z.minLength(1))
const text = z.string().check(z.trim(), z.maxLength(DATASET_TEXT_MAX), z.regex(/^[\P{Cc}\n\r\t]*$/u))
const some = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(DATASET_ENTRIES_MAX))

/** A text in both languages; '' where it is not known in one. */
export const Bilingual = z.object({ zh: line, en: line })
export type Bilingual = z.infer<typeof Bilingual>
export const BilingualText = z.object({ zh: text, en: text })

/** The type of a dataset; DataCite's resourceTypeGeneral is derived from it. */
export const ResourceType = z.enum(['dataset', 'observation', 'sequencing', 'software', 'collection'])
export type ResourceType = z.infer<typeof ResourceType>

/** The id of an organisation in the Research Organization Registry, without its address; '' for none. */
export const Ror = z.string().check(
  z.trim(),
  z.overwrite((id) => id.replace(/^https?:\/\/(www\.)?ror\.org\//i, '').toLowerCase()),
  z.regex(/^$|^0[a-hj-km-np-tv-z0-9]{6}\d{2}$/),
)

/** Of an organisation that funds, in the Open Funder Registry: `10.13039/501100001809`, with or without its address. */
export const FunderId = z.string().check(
  z.trim(),
  z.overwrite((id) => id.replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '')),
  z.regex(/^$|^10\.13039\/\d{6,12}$/),
)

export const Affiliation = z.object({ name: named, ror: z._default(Ror, '') })
/**
 * An author, in the order of the citation. A person has `family` and `given`, an organisation `name` alone. `name` is
 * what is shown: 王芳, Wang, Fang.
 */
export const Author = z.object({
  kind: z._default(z.enum(['person', 'organisation']), 'person'),
  name: named,
  family: z._default(line, ''),
  given: z._default(line, ''),
  orcid: z._default(Orcid, ''),
  email: z._default(line, ''),
  affiliations: z._default(some(Affiliation), []),
  /** Answers questions about the data; the address is shown only of these. */
  isContact: z._default(z.boolean(), false),
})
export type Author = z.infer<typeof Author>

/** The authors as published: email addresses are included only for contacts. */
export const publicAuthors = (authors: readonly Author[]): Author[] =>
  authors.map((author) => (author.isContact ? author : { ...author, email: '' }))

/** A date or period of the data. `to` is '' for a single day. */
export const DatasetDate = z.object({
  kind: z.enum(['collected', 'created', 'coverage', 'valid', 'other']),
  from: DayInput,
  to: z._default(z.union([z.literal(''), DayInput]), ''),
})
export type DatasetDate = z.infer<typeof DatasetDate>

/** A longitude or latitude of at most so many degrees. */
export const degree = (most: number) => z.number().check(z.gte(-most), z.lte(most))
/** Where the data were collected: a box in degrees, or a point if both corners are equal; null: only the name. */
export const Place = z.object({
  name: line,
  box: z._default(
    z.nullable(z.object({ west: degree(180), south: degree(90), east: degree(180), north: degree(90) })),
    null,
  ),
})

export const Funding = z.object({
  funder: named,
  funderRor: z._default(Ror, ''),
  funderId: z._default(FunderId, ''),
  number: z._default(line, ''),
  title: z._default(line, ''),
})
export type Funding = z.infer<typeof Funding>

export const IdentifierScheme = z.enum(['DOI', 'CSTR', 'Handle', 'ARK', 'arXiv', 'ISBN', 'PMID', 'URL'])
/** How this dataset is related to another work; words of DataCite's relationType. */
export const Relation = z.enum([
  'IsSupplementTo',
  'IsCitedBy',
  'Cites',
  'References',
  'IsDerivedFrom',
  'IsSourceOf',
  'IsPartOf',
  'HasPart',
  'IsDocumentedBy',
  'IsCompiledBy',
  'IsVersionOf',
])
const schemes: Record<z.infer<typeof IdentifierScheme>, RegExp> = {
  DOI: /^10\.\d{4,9}\/\S+$/,
  CSTR: /^\w{5}\.\d{2}\.\S+$/,
  Handle: /^\d+(\.[\w-]+)*\/\S+$/,
  ARK: /^ark:\/?\d{5,9}\/\S+$/i,
  arXiv: /^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?\/\d{7})(v\d+)?$/,
  ISBN: /^[\d-]{9,16}[\dX]$/,
  PMID: /^\d{1,9}$/,
  URL: /^https?:\/\/\S+$/,
}
const PREFIXES =
  /^(https?:\/\/(dx\.)?doi\.org\/|https?:\/\/hdl\.handle\.net\/|https?:\/\/arxiv\.org\/abs\/|https?:\/\/cstr\.cn\/|doi:\s*|hdl:\s*|cstr:\s*|arxiv:\s*|pmid:\s*)+/i
/** An identifier without the address at which it is resolved or the name of its scheme. */
export const bareIdentifier = (scheme: z.infer<typeof IdentifierScheme>, identifier: string): string =>
  scheme === 'URL' ? identifier : identifier.replace(PREFIXES, '')
/** Whether a text is an identifier of a scheme, with or without its address; invisible characters are refused. */
export const isIdentifier = (scheme: z.infer<typeof IdentifierScheme>, text: string): boolean =>
  !/[\p{Cc}\p{Cf}]/u.test(text.trim()) && schemes[scheme].test(bareIdentifier(scheme, text.trim()))
/** Another work; a frozen record has the bare identifier. */
export const RelatedWork = z
  .object({ scheme: IdentifierScheme, identifier: named, relation: Relation, title: z._default(line, '') })
  .check(z.refine(({ scheme, identifier }) => isIdentifier(scheme, identifier), { path: ['identifier'] }))
export type RelatedWork = z.infer<typeof RelatedWork>

/**
 * Who may access the files. open: everyone. embargo: nobody until the day `until` (UTC) has begun, then everyone.
 * restricted: people with access under the terms. closed: nobody, for the reason in `terms`. Metadata are always public.
 */
export const AccessKind = z.enum(['open', 'embargo', 'restricted', 'closed'])
export type AccessKind = z.infer<typeof AccessKind>
export const DatasetAccess = z.object({
  kind: AccessKind,
  until: z._default(z.nullable(DayInput), null),
  terms: z._default(BilingualText, { zh: '', en: '' }),
})
export type DatasetAccess = z.infer<typeof DatasetAccess>

/** A record without the pictures of its fields, for readers without access to the files: the paths are file names. */
export const withoutImages = (metadata: DatasetMetadata): DatasetMetadata => ({
  ...metadata,
  extra: metadata.extra.filter(({ kind }) => kind !== 'image'),
})

/** An SPDX licence id such as CC-BY-4.0; '' for none. */
export const Licence = z.string().check(z.maxLength(100), z.regex(/^$|^[A-Za-z0-9][A-Za-z0-9.+-]*$/))

/** The value of an additional template field; `iri` is the property that it maps to, '' for none. */
export const ExtraField = z.object({
  key: z.string(),
  title: Bilingual,
  iri: z.string(),
  values: z.array(z.string()),
  /** Its values are paths of pictures among the files. */
  kind: z.optional(z.literal('image')),
})

/** The metadata record of a version, as frozen at submission. */
export const DatasetMetadata = z.object({
  resourceType: ResourceType,
  title: Bilingual,
  description: BilingualText,
  authors: some(Author),
  keywords: z.object({ zh: some(named), en: some(named) }),
  /** Codes of GB/T 13745, or of the template's own classification. */
  subjects: some(SubjectCode),
  /** Names of the codes of the template's classification, as they were when the record was frozen. */
  subjectNames: z.optional(z.record(SubjectCode, Bilingual)),
  dates: some(DatasetDate),
  places: some(Place),
  funding: some(Funding),
  related: some(RelatedWork),
  licence: Licence,
  access: DatasetAccess,
  /** The language of the data: 'zh', 'en' or '' for none. */
  language: z.enum(['zh', 'en', '']),
  extra: z.array(ExtraField),
})
export type DatasetMetadata = z.infer<typeof DatasetMetadata>
