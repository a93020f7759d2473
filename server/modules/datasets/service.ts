import { Id } from '#contract/core/shapes.ts'
import type { DatasetFile, DatasetTable } from '#contract/publications/dataset.ts'
import { withoutImages } from '#contract/publications/metadata.ts'
import { arkOfVersion } from '#server/modules/identifiers/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Db } from '#server/storage/database.ts'
import { addressesOf } from './addresses.ts'
import { accessAt, type Described, FILES_DESCRIBED, identifierOf, isOpen } from './described.ts'
import {
  fileAt,
  filesInPages,
  firstFiles,
  newestNumber,
  type PublicVersion,
  publicVersion,
  type Seen,
  tablesOf,
  type VersionLine,
  versionsOfMany,
} from './store.ts'

type Needs = { db: Db; origin: () => string; now: () => Date; settings: Pick<SettingService, 'basic'> }
export type DatasetService = ReturnType<typeof datasetService>
/** A described version with the public versions of its dataset, and whether it is the newest published one. */
export type Found = Described & Seen & { versions: VersionLine[]; isCurrent: boolean; spaceId: string | null }

/** Reads public versions of datasets as the world may see them. */
export function datasetService({ db, origin, now, settings }: Needs) {
  function identifiersOf({ version, ark, doi, handle }: PublicVersion, versions: readonly VersionLine[]) {
    const { datasetId, number } = version
    const addresses = addressesOf(origin(), datasetId, number)
    const one = (which: number) => {
      const line = versions.find((each) => each.number === which)
      const known = { doi: line?.doi ?? null, handle: line?.handle ?? null, ark: ark && arkOfVersion(ark, which) }
      return identifierOf(origin(), known, addressesOf(origin(), datasetId, which).page)
    }
    const others = versions.filter((line) => line.number !== number)
    return {
      addresses,
      identifier: one(number),
      concept: identifierOf(origin(), { doi, handle, ark }, addresses.concept),
      others: others.map((line) => ({ number: line.number, identifier: one(line.number) })),
    }
  }

  const catalogue = async () => {
    const [zh, en] = await Promise.all([settings.basic('zh'), settings.basic('en')])
    return { zh: zh.dataSpaceName, en: en.dataSpaceName }
  }

  /** Describes versions that were read, without their files and tables. */
  async function describe(found: readonly PublicVersion[]): Promise<Found[]> {
    const [lines, name] = await Promise.all([
      versionsOfMany(db, [...new Set(found.map(({ version }) => version.datasetId))]),
      catalogue(),
    ])
    return found.map((one) => {
      const { isCurrent, spaceId } = one
      const versions = lines.get(one.version.datasetId) ?? []
      const access = accessAt(one.version.metadata.access, now())
      const shown = isOpen({ ...one, access }) ? one.version.metadata : withoutImages(one.version.metadata)
      const version = { ...one.version, metadata: shown }
      const parts = { files: [], tables: [], catalogue: name }
      return {
        version,
        access,
        ...identifiersOf(one, versions),
        ...parts,
        versions,
        isCurrent,
        spaceId,
        seesAll: false,
      }
    })
  }

  return {
    describe,
    /** A public version with all that its formats tell; null when the world may not know of it. */
    async find(datasetId: string, number: number): Promise<Found | null> {
      if (!Id.safeParse(datasetId).success) return null
      const found = await publicVersion(db, datasetId, number)
      if (!found) return null
      const { id, state } = found.version
      const [[described], files, tables] = await Promise.all([
        describe([found]),
        state === 'published' ? firstFiles(db, id, FILES_DESCRIBED) : [],
        state === 'published' ? tablesOf(db, id) : [],
      ])
      if (!described) return null
      const told = isOpen(described) ? tables.filter(({ isRestricted }) => !isRestricted) : []
      return { ...described, files, tables: told }
    },
    /** All tables of a version, for who may read all of its files. */
    tables: ({ version }: Found): Promise<DatasetTable[]> => tablesOf(db, version.id),
    /** The page of the newest version; null when no version is public. */
    async newestPage(datasetId: string): Promise<string | null> {
      const number = await newestNumber(db, datasetId)
      return number === null ? null : addressesOf(origin(), datasetId, number).page
    },
    /** The files that the reader of the version may access. */
    pages: ({ version, seesAll }: Found): AsyncIterable<readonly DatasetFile[]> =>
      filesInPages(db, version.id, { seesAll }),
    file: ({ version, seesAll }: Found, path: string): Promise<DatasetFile | null> =>
      fileAt(db, version.id, { path, seen: { seesAll } }),
  }
}
