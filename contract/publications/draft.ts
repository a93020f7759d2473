import * as z from 'zod/mini'
import { DATASET_BOARDS_MAX, SELECTION_MAX } from '../core/limits.ts'
import { Count, Id } from '../core/shapes.ts'
import {
  AccessKind,
  Author,
  DATASET_ENTRIES_MAX,
  DATASET_LINE_MAX,
  DATASET_TEXT_MAX,
  DatasetDate,
  type DatasetMetadata,
  degree,
  IdentifierScheme,
  Place,
  Relation,
  ResourceType,
} from './metadata.ts'
import { SubjectCode } from './subjects.ts'

const line = z.string().check(z.maxLength(DATASET_LINE_MAX), z.regex(/^\P{Cc}*$/u))
const text = z.string().check(z.maxLength(DATASET_TEXT_MAX), z.regex(/^[\P{Cc}\n\r\t]*$/u))
const some = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(DATASET_ENTRIES_MAX))
const lines = z.object({ zh: line, en: line })
const texts = z.object({ zh: text, en: text })
const affiliation = z.object({ name: line, ror: line })
/** The sides of a box of which not all are filled in; null for those that are not. */
const half = z.object({
  west: z.nullable(degree(180)),
  south: z.nullable(degree(90)),
  east: z.nullable(degree(180)),
  north: z.nullable(degree(90)),
})

/** What people have filled in so far of a draft: the metadata record with everything that is still missing or wrong. */
export const DraftFields = z.partial(
  z.object({
    /** Where it is published: an institution, or '' for this site's own repository. */
    institution: z.union([z.literal(''), Id]),
    template: z.string().check(z.maxLength(40)),
    /** The version of the template that its author has seen. */
    templateVersion: Count,
    resourceType: ResourceType,
    /** What this version changes. */
    changes: text,
    /** Files and folders of the space, and its tables. */
    files: z.array(Id).check(z.maxLength(SELECTION_MAX)),
    tables: z.array(Id).check(z.maxLength(DATASET_ENTRIES_MAX)),
    /** Boards of the space that read nothing else. */
    boards: z.array(Id).check(z.maxLength(DATASET_BOARDS_MAX)),
    /** A README in Markdown that is published with the files. */
    readme: text,
    /** Of the chosen files, folders and tables those that are given on request, though the dataset is open. */
    restricted: z.array(Id).check(z.maxLength(SELECTION_MAX + DATASET_ENTRIES_MAX)),
    title: lines,
    description: texts,
    authors: some(
      z.extend(Author, {
        name: line,
        family: line,
        given: line,
        orcid: line,
        email: line,
        affiliations: some(affiliation),
      }),
    ),
    keywords: z.object({ zh: some(line), en: some(line) }),
    subjects: some(SubjectCode),
    dates: some(z.extend(DatasetDate, { from: line, to: line })),
    places: some(z.extend(Place, { half: z.optional(half) })),
    funding: some(
      z.object({ funder: line, funderRor: line, funderId: z._default(line, ''), number: line, title: line }),
    ),
    related: some(z.object({ scheme: IdentifierScheme, identifier: line, relation: Relation, title: line })),
    licence: line,
    access: z.object({ kind: AccessKind, until: z.nullable(line), terms: texts }),
    language: z.enum(['zh', 'en', '']),
    extra: z.record(z.string().check(z.maxLength(40)), some(text)),
  }),
)
export type DraftFields = z.infer<typeof DraftFields>

/** A value of a draft by its place, the unit that people change and that is merged: `title`, `extra.depth`. */
export function valuesOf({ extra = {}, ...fields }: DraftFields): Map<string, unknown> {
  const own = Object.entries(fields).filter(([, value]) => value !== undefined)
  return new Map([...own, ...Object.entries(extra).map(([key, value]) => [`extra.${key}`, value] as const)])
}
/** The fields of values by their places; the inverse of `valuesOf`. */
export function fieldsOf(values: ReadonlyMap<string, unknown>): DraftFields {
  const own = [...values].filter(([place]) => !place.startsWith('extra.'))
  const extra = [...values].filter(([place]) => place.startsWith('extra.'))
  return DraftFields.parse({
    ...Object.fromEntries(own),
    ...(extra.length && { extra: Object.fromEntries(extra.map(([place, value]) => [place.slice(6), value])) }),
  })
}

const isSaid = (value: string) => value.trim() !== ''
type DraftPlace = NonNullable<DraftFields['places']>[number]
/** The box of a place as far as it is filled in; null for none. */
const boxOf = ({ box, half }: DraftPlace) =>
  box ?? (half && Object.values(half).some((side) => side !== null) ? half : null)
const numbered = <T>(entries: readonly T[], says: (entry: T) => boolean) =>
  entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => says(entry))

/** The entries of a draft that say something, with their places in it from 0; the record leaves out the others. */
export function saidEntries({ dates = [], places = [], funding = [], related = [] }: DraftFields) {
  return {
    dates: numbered(dates, ({ from, to }) => isSaid(from) || isSaid(to)),
    places: numbered(places, (place) => isSaid(place.name) || boxOf(place) !== null),
    funding: numbered(funding, (one) => Object.values(one).some(isSaid)),
    related: numbered(related, ({ identifier, title }) => isSaid(identifier) || isSaid(title)),
  }
}

/** The record that results from a draft, without empty entries; it need not be valid. */
export function recordOf(fields: DraftFields, extra: DatasetMetadata['extra']) {
  const { keywords = { zh: [], en: [] }, authors = [] } = fields
  const { dates, places, funding, related } = saidEntries(fields)
  return {
    resourceType: fields.resourceType ?? 'dataset',
    title: fields.title ?? { zh: '', en: '' },
    description: fields.description ?? { zh: '', en: '' },
    authors: authors.map((author) => ({
      ...author,
      affiliations: author.affiliations.filter(({ name, ror }) => isSaid(name) || isSaid(ror)),
    })),
    keywords: { zh: keywords.zh.filter(isSaid), en: keywords.en.filter(isSaid) },
    subjects: fields.subjects ?? [],
    dates: dates.map(({ entry }) => entry),
    places: places.map(({ entry }) => ({ name: entry.name, box: boxOf(entry) })),
    funding: funding.map(({ entry }) => entry),
    related: related.map(({ entry }) => entry),
    licence: fields.licence ?? '',
    access: fields.access ?? { kind: 'open' as const, until: null, terms: { zh: '', en: '' } },
    language: fields.language ?? '',
    extra,
  }
}
