import type { DraftFields } from '#contract/publications/draft.ts'
import { type ReadmeWords, readmeOf } from '#contract/publications/readme.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import type { Tx } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import type { PublicationChecking } from './checking.ts'
import type { PublicationDrafts } from './drafts.ts'
import type { PublicationNeeds } from './needs.ts'

/** Tables whose columns a README describes; it is read by people. */
const TABLES_MAX = 20
/** The name of a README that is written with a draft. */
export const README = 'README.md'
const words = [
  'authors',
  'contact',
  'about',
  'files',
  'tables',
  'column',
  'type',
  'unit',
  'meaning',
  'least',
  'greatest',
  'missing',
  'licence',
  'fill',
] as const

/** Headings, in each language, of the sections that tell who made the dataset. */
export const namingHeadings = (): string[] =>
  (['zh', 'en'] as const).flatMap((language) =>
    (['authors', 'contact'] as const).map((key) => textOf(language, `publications.readme.words.${key}`)),
  )

/** The README that is written with a dataset: drafted from what is known, edited by people, frozen as a file. */
export function publicationReadme(
  needs: PublicationNeeds & { drafts: PublicationDrafts; checking: Pick<PublicationChecking, 'selection'> },
) {
  const { blobs, frozen, tables, spaces, now, drafts, checking } = needs

  /** Drafts it in the language of the data, or else of the reader. */
  async function draft({ id }: { id: string }, { actor, language: own }: Pick<SignedInCall, 'actor' | 'language'>) {
    const { row, spaceId } = await drafts.placed(id, actor)
    await spaces.demand(spaceId, actor, 'publication.edit')
    const { fields } = row
    const language = fields.language || own
    const items = await checking.selection(await spaces.enter(spaceId, actor), fields, actor)
    const chosen = items.filter(({ isGone }) => !isGone)
    const names = chosen.filter(({ kind }) => kind !== 'table').map(({ name }) => name)
    const described = []
    for (const { id: table } of chosen.filter(({ kind }) => kind === 'table').slice(0, TABLES_MAX))
      described.push(await tables.dictionary({ spaceId, id: table, ranges: true }, actor))
    const said = Object.fromEntries(words.map((key) => [key, textOf(language, `publications.readme.words.${key}`)]))
    return { text: readmeOf(fields, names, described, said as ReadmeWords, language) }
  }

  /** Stores the text of a README before the submission is written; null without one. */
  const put = ({ readme = '' }: DraftFields): Promise<Digest> | null =>
    readme.trim() ? blobs.put(Buffer.from(readme)) : null

  /** A selected file with this name is kept. */
  async function freeze(tx: Tx, id: string, blob: Digest): Promise<void> {
    await holdBlobs(tx)
    await keepBlobs(tx, [{ blob }], now())
    await frozen.addFile(tx, id, { path: README, sha256: blob.sha256, size: blob.size, mime: 'text/markdown' })
  }

  return { draft, put, freeze }
}
export type PublicationReadme = ReturnType<typeof publicationReadme>
