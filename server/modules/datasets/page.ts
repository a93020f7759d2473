import * as z from 'zod/mini'
import { FOLDER_ROWS } from '#contract/core/limits.ts'
import type { DatasetView, MachineData } from '#contract/pages/data.ts'
import { nullIfRefused } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { isOpen } from './described.ts'
import { folderPage } from './folder-store.ts'
import { apa, gbt7714 } from './formats/citation.ts'
import { formatsOf } from './formats/index.ts'
import { schemaOrg } from './formats/schema-org.ts'
import { pageLinks } from './formats/signposting.ts'
import { subjectName } from './formats/words.ts'
import { sampleOf } from './sample.ts'
import type { DatasetService, Found } from './service.ts'

/** Most tables whose first rows are read for the page. */
const SAMPLES_MAX = 10

type Needs = { db: Db; blobs: BlobStore; now: () => Date; service: DatasetService }
/** Parts of the address: the folder shown, and the cursor in its list. */
const Place = z.object({
  folder: z.catch(z._default(z.string().check(z.maxLength(4096), z.regex(/^$|\/$/)), ''), ''),
  after: z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined),
})

/** Collects what the page of a version shows, and what it tells to machines. */
export function datasetPage({ db, blobs, now, service }: Needs) {
  async function folderOf(dataset: Found, query: unknown) {
    const { folder, after } = Place.parse(query)
    const list = (from: string | undefined, within: string) =>
      folderPage(db, dataset.version.id, { folder: within, after: from, size: FOLDER_ROWS })
    // An unknown cursor shows the first page, an unknown folder the root.
    const page = (after && (await nullIfRefused(list(after, folder)))) || (await list(undefined, folder))
    return page.list.length || folder === '' ? page : list(undefined, '')
  }

  async function tablesOf(dataset: Found) {
    if (!isOpen(dataset)) return dataset.tables.map((table) => ({ ...table, sample: [] }))
    return Promise.all(
      dataset.tables.map(async (table, at) => {
        const file = at < SAMPLES_MAX ? await service.file(dataset, table.path) : null
        return { ...table, sample: file ? await sampleOf(blobs, table, file) : [] }
      }),
    )
  }

  async function viewOf(dataset: Found, query: unknown, language: Language): Promise<DatasetView> {
    const { version, access, isCurrent, identifier, concept, versions, addresses } = dataset
    const [files, tables] = await Promise.all([isOpen(dataset) ? folderOf(dataset, query) : null, tablesOf(dataset)])
    return {
      version,
      access,
      isCurrent,
      page: new URL(addresses.page).pathname,
      identifier,
      concept,
      versions,
      subjects: version.metadata.subjects.map((code) => subjectName(code, language)),
      citations: [
        { style: 'GB/T 7714', text: gbt7714(dataset, language, now().toISOString().slice(0, 10)) },
        { style: 'APA', text: apa(dataset, language) },
      ],
      formats: formatsOf(dataset).map(({ key, name, type }) => ({ key, name, type })),
      files,
      tables,
    }
  }

  return async (
    { id, number }: { id: string; number: number },
    query: unknown,
    language: Language,
  ): Promise<{ dataset: DatasetView | null; machine?: MachineData }> => {
    const dataset = await service.find(id, number)
    if (!dataset) return { dataset: null }
    const machine = { links: pageLinks(dataset, formatsOf(dataset)), thing: schemaOrg(dataset) }
    return { dataset: await viewOf(dataset, query, language), machine }
  }
}
