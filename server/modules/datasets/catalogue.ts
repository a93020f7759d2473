import * as z from 'zod/mini'
import { CATALOGUE_ROWS, LATEST_DATASETS, SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import { datasetPath } from '#contract/pages/paths.ts'
import { Orcid } from '#contract/people.ts'
import {
  CATALOGUE_FACETS,
  CATALOGUE_SORTS,
  type CatalogueFacet,
  type CatalogueLine,
  type CatalogueSearch,
  type CatalogueValue,
  type CatalogueView,
} from '#contract/publications/catalogue.ts'
import { AccessKind, Licence, ResourceType } from '#contract/publications/metadata.ts'
import { isBuiltInSubject, SubjectCode } from '#contract/publications/subjects.ts'
import { nullIfRefused } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Registries } from '#server/modules/registries/index.ts'
import type { Db } from '#server/storage/database.ts'
import { remembered } from '#server/storage/remembered.ts'
import { isStorable } from '#server/storage/storable.ts'
import {
  type AuthorWish,
  authorNamed,
  type CataloguePlace,
  type CatalogueRow,
  type CatalogueWish,
  type CountedValue,
  cataloguePage,
  catalogueState,
  countCatalogue,
  englishPublishers,
  isNamed,
  openSpace,
  subjectNamesOf,
} from './catalogue-store.ts'
import { identifierOf } from './described.ts'
import { inLanguage, subjectName } from './formats/words.ts'

/** How long counts of an unchanged catalogue are cached. */
const COUNTS_AGE_MS = 60_000
/** Most values of a facet that are shown. */
const VALUES_SHOWN = 10

type Needs = { db: Db; origin: () => string; now: () => Date; registries: Pick<Registries, 'named'> }
const line = z.string().check(z.trim(), z.maxLength(300), z.refine(isStorable))
/** A text in the form of an ORCID iD is not searched as a name. */
const ORCID_FORM = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/i
const absent = <T extends z.ZodMiniType<string>>(shape: T) =>
  z.catch(z._default(z.union([z.literal(''), shape]), ''), '')
/** The address of the catalogue; what is invalid is treated as absent. */
const Address = z.object({
  q: z.catch(z._default(line, ''), ''),
  type: absent(ResourceType),
  access: absent(AccessKind),
  year: absent(z.string().check(z.regex(/^\d{4}$/))),
  subject: absent(SubjectCode),
  licence: absent(Licence),
  institution: absent(line),
  space: absent(line),
  author: absent(z.union([Orcid, line.check(z.refine((text) => !ORCID_FORM.test(text)))])),
  at: absent(line),
  sort: z.catch(z._default(z.enum(CATALOGUE_SORTS), 'newest'), 'newest'),
  after: z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined),
})

export function searchOf(query: unknown): { search: CatalogueSearch; after: string | undefined } {
  const { after, ...asked } = Address.parse(query)
  const search = { ...asked, q: asked.q.slice(0, SEARCH_TEXT_MAX) }
  const isAsked = [search.q, search.author, after, ...CATALOGUE_FACETS.map((facet) => search[facet])].some(Boolean)
  return { search: { ...search, isAsked: isAsked || search.sort !== 'newest' }, after }
}

export type Catalogue = ReturnType<typeof datasetCatalogue>

/** The catalogue of datasets: search, facets and lists of what is published; nothing in it depends on who asks. */
export function datasetCatalogue({ db, origin, now, registries }: Needs) {
  const counts = remembered(COUNTS_AGE_MS, now, (key: string) =>
    countCatalogue(db, (JSON.parse(key) as { wish: CatalogueWish }).wish),
  )
  /** Counts hold until a version is published or withdrawn. */
  async function countsOf({ sort: _sort, ...asked }: CatalogueWish) {
    const wish: CatalogueWish = { ...asked, sort: 'newest' }
    return counts(JSON.stringify({ wish, state: await catalogueState(db) }))
  }

  /** An ORCID iD as it is; for a name, the only registry entry with it, with its other names. */
  async function authorOf(author: string, at: string): Promise<AuthorWish> {
    const orcid = Orcid.safeParse(author).data
    if (orcid) return { orcid, names: [], at: '' }
    const { identifier = '', names = [] } = (await registries.named(author)) ?? {}
    // The ORCID iD of an entry is that of one person: who is asked for by a place may be another one.
    return { orcid: at ? '' : identifier, names: [...new Set([author, ...names])], at }
  }

  async function wishOf(search: CatalogueSearch) {
    const { isAsked: _isAsked, space, author, at, ...asked } = search
    const [found, named] = await Promise.all([
      space ? openSpace(db, space) : null,
      author ? authorOf(author, at) : null,
    ])
    const wish: CatalogueWish = {
      ...asked,
      author: named,
      spaceId: found?.id ?? null,
      today: now().toISOString().slice(0, 10),
    }
    return { wish, space: found && { name: found.name, identifier: found.identifier } }
  }

  /** The requested author, by name; null if no dataset has one. */
  async function shownAuthor({ author: asked }: CatalogueSearch, { author }: CatalogueWish) {
    if (!author) return null
    const { orcid, names, at } = author
    const name = names.length === 0 ? await authorNamed(db, orcid) : (await isNamed(db, author)) ? asked : null
    return name === null ? null : { name, orcid, at }
  }

  function lineOf(row: CatalogueRow, language: Language): CatalogueLine {
    const titleLanguage = row.title[language] ? language : row.title.zh ? 'zh' : 'en'
    const page = datasetPath(row.dataset_id, row.number)
    return {
      page,
      title: row.title[titleLanguage],
      titleLanguage,
      description: inLanguage(row.description, language),
      authors: row.authors,
      authorCount: row.author_count,
      publishedAt: row.published_at.toISOString(),
      changedAt: row.changed_at.toISOString(),
      number: row.number,
      type: row.resource_type,
      access: row.access,
      licence: row.licence,
      institution: inLanguage(row.publisher, language),
      identifier: identifierOf(origin(), row, origin() + page),
      fileCount: row.file_count,
      sizeBytes: row.size_bytes,
      views: row.views,
      downloads: row.downloads,
    }
  }

  async function linesOf(wish: CatalogueWish, place: CataloguePlace, language: Language) {
    const continued = place.after ? await nullIfRefused(cataloguePage(db, wish, place)) : null
    // An unknown cursor shows the first page.
    const { list, ...next } = continued ?? (await cataloguePage(db, wish, { ...place, after: undefined }))
    return { list: list.map((row) => lineOf(row, language)), ...next, isFirst: continued === null }
  }

  function nameOf(facet: CatalogueFacet, { value, name }: CountedValue, language: Language): string {
    if (facet === 'type') return textOf(language, `datasets.types.${value as ResourceType}`)
    if (facet === 'access') return textOf(language, `datasets.access.${value as AccessKind}`)
    return name ?? value
  }

  return {
    /** The page of the catalogue for an address. */
    async view(query: unknown, language: Language): Promise<CatalogueView> {
      const { search, after } = searchOf(query)
      const { wish, space } = await wishOf(search)
      const [{ total, facets }, author] = await Promise.all([countsOf(wish), shownAuthor(search, wish)])
      const page = await linesOf(wish, { after, size: CATALOGUE_ROWS, total }, language)
      const asked = { ...search, space: space?.identifier ?? '' }
      const valuesOf = (facet: CatalogueFacet) =>
        facets[facet].filter(({ value }, at) => at < VALUES_SHOWN || value === asked[facet])
      const codes = valuesOf('subject').map(({ value }) => value)
      const names = await subjectNamesOf(
        db,
        codes.filter((code) => !isBuiltInSubject(code)),
      )
      const publishers = valuesOf('institution').map(({ value }) => value)
      const english = language === 'en' ? await englishPublishers(db, publishers) : new Map<string, string>()
      const shown = (facet: CatalogueFacet): CatalogueValue[] =>
        valuesOf(facet).map((one) => ({ value: one.value, count: one.count, name: nameOf(facet, one, language) }))
      return {
        search: asked,
        total,
        facets: {
          type: shown('type'),
          access: shown('access'),
          year: shown('year'),
          subject: valuesOf('subject').map((one) => ({ ...one, name: subjectName(one.value, language, names) })),
          licence: shown('licence'),
          institution: shown('institution').map((one) => ({ ...one, name: english.get(one.value) ?? one.name })),
          space: shown('space'),
        },
        ...page,
        space,
        author,
      }
    },
    /** One page of a search for programs. */
    async page(query: unknown, size: number, language: Language) {
      const { search, after } = searchOf(query)
      const { wish, space } = await wishOf(search)
      const { total } = await countsOf(wish)
      const lines = await linesOf(wish, { after, size, total }, language)
      return { search: { ...search, space: space?.identifier ?? '' }, ...lines }
    },
    /** The datasets that were published last, of one space or of all. */
    async latest(language: Language, space = ''): Promise<CatalogueLine[]> {
      const { search } = searchOf({ space })
      const found = await wishOf(search)
      if (space && !found.space) return []
      const { total } = await countsOf(found.wish)
      return (await linesOf(found.wish, { after: undefined, size: LATEST_DATASETS, total }, language)).list
    },
  }
}
