import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { FOLDER_ROWS } from '#contract/core/limits.ts'
import type { DatasetEntry, DatasetView, MachineData } from '#contract/pages/data.ts'
import { nullIfRefused } from '#server/failure.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import type { DatasetAccess } from '#server/modules/dataset-access/index.ts'
import { isTrialArk } from '#server/modules/identifiers/index.ts'
import type { DraftPreview } from '#server/modules/publications/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { DatasetBoards } from './boards.ts'
import { correctionsOf } from './correction-store.ts'
import { shownCorrection } from './corrections.ts'
import { isOnRequest, isOpen } from './described.ts'
import { folderPage } from './folder-store.ts'
import { apa, gbt7714 } from './formats/citation.ts'
import { formatsOf } from './formats/index.ts'
import { schemaOrg } from './formats/schema-org.ts'
import { pageLinks } from './formats/signposting.ts'
import { subjectName } from './formats/words.ts'
import { sampleOf } from './sample.ts'
import type { DatasetService, Found } from './service.ts'
import type { UsageCounter } from './usage.ts'
import { usageOf } from './usage-store.ts'

/** Most tables whose first rows are read for the page. */
const SAMPLES_MAX = 10

type Needs = {
  db: Db
  blobs: BlobStore
  now: () => Date
  service: DatasetService
  access: DatasetAccess
  usage: UsageCounter
  boards: DatasetBoards
}
type Reading = { request: FastifyRequest; language: Language; reader: SignedIn | null }
/** Parts of the address: the folder shown, and the cursor in its list. */
const Place = z.object({
  folder: z.catch(z._default(z.string().check(z.maxLength(4096), z.regex(/^$|\/$/)), ''), ''),
  after: z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined),
})

/** Collects the content of the page of a version, for people and for machines. */
export function datasetPage({ db, blobs, now, service, access, usage, boards }: Needs) {
  async function folderOf(dataset: Found, query: unknown) {
    const { folder, after } = Place.parse(query)
    const list = (from: string | undefined, within: string) =>
      folderPage(db, dataset.version.id, { folder: within, after: from, size: FOLDER_ROWS, seen: dataset })
    // An unknown cursor shows the first page, an unknown folder the root.
    const page = (after && (await nullIfRefused(list(after, folder)))) || (await list(undefined, folder))
    return page.list.length || folder === '' ? page : list(undefined, '')
  }

  async function tablesOf(dataset: Found) {
    const tables = dataset.seesAll ? await service.tables(dataset) : dataset.tables
    return Promise.all(
      tables.map(async (table, at) => {
        const file = at < SAMPLES_MAX ? await service.file(dataset, table.path) : null
        return { ...table, sample: file ? await sampleOf(blobs, table, file) : [] }
      }),
    )
  }

  async function viewOf(found: Found, { request: { query }, language, reader }: Reading): Promise<DatasetView> {
    const { version, access: kind, isCurrent, identifier, concept, versions, addresses, spaceId } = found
    const place = { datasetId: version.datasetId, spaceId }
    const isGranted = isOnRequest(found) && (await access.mayRead(place, reader))
    const dataset = { ...found, seesAll: isGranted }
    const request = reader && isOnRequest(dataset) ? await access.lastOf(version.datasetId, reader.id) : null
    const isReadable = isOpen(dataset) || isGranted
    const [files, tables, shown, counted, corrected] = await Promise.all([
      isReadable ? folderOf(dataset, query) : null,
      tablesOf(dataset),
      isReadable ? boards.linesOf(dataset) : [],
      usageOf(db, version.datasetId, version.id),
      correctionsOf(db, version.id),
    ])
    return {
      isPreview: false,
      version,
      access: kind,
      isGranted,
      isOnRequest: isOnRequest(dataset),
      request,
      isCurrent,
      page: new URL(addresses.page).pathname,
      identifier,
      isTrial: isTrialArk(identifier.value),
      concept,
      versions: versions.map(({ doi: _doi, handle: _handle, ...line }) => line),
      corrections: corrected.map((one) => shownCorrection(one, language, version.metadata.subjectNames)),
      subjects: version.metadata.subjects.map((code) => subjectName(code, language, version.metadata.subjectNames)),
      citations: [
        { style: 'GB/T 7714', text: gbt7714(dataset, language, now().toISOString().slice(0, 10)) },
        { style: 'APA', text: apa(dataset, language) },
      ],
      formats: formatsOf(dataset).map(({ key, name, type }) => ({ key, name, type })),
      files,
      tables,
      boards: shown,
      usage: counted,
    }
  }

  async function pageOf(
    { id, number }: { id: string; number: number },
    reading: Reading,
  ): Promise<{ dataset: DatasetView | null; machine?: MachineData }> {
    const dataset = await service.find(id, number)
    if (!dataset) return { dataset: null }
    usage.view(dataset.version.id, reading.request)
    const machine = { links: pageLinks(dataset, formatsOf(dataset)), thing: schemaOrg(dataset) }
    return { dataset: await viewOf(dataset, reading), machine }
  }

  /** The same of a draft, as the world would see it; it has no identifier, no formats and no files of its own yet. */
  async function previewOf({ version, items, tables }: DraftPreview, reading: Reading): Promise<DatasetView | null> {
    const none = { isCurrent: true, ark: null, doi: null, handle: null, spaceId: null }
    const [found] = await service.describe([{ version, ...none }])
    if (!found) return null
    const view = await viewOf(found, reading)
    const isShown = isOpen(found)
    const list = items.map(
      (item): DatasetEntry => ({
        ...item,
        path: item.name,
        mime: '',
        sha256: '',
        preview: null,
      }),
    )
    return {
      ...view,
      isPreview: true,
      versions: [],
      formats: [],
      files: isShown ? { folder: '', list } : null,
      tables: isShown ? tables.map((table) => ({ ...table, sample: [] })) : [],
      boards: [],
    }
  }

  return { pageOf, previewOf }
}
