import { Readable } from 'node:stream'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import type { TemplateDefinition, TemplateFieldType } from '#contract/publications/template.ts'
import type { FrozenVersion } from '#server/modules/frozen-boards/index.ts'
import { pseudonymOf } from '#server/query-engine/source-sql.ts'
import { RecordParser } from '#server/table-files/delimited/records.ts'
import { csvLine } from '#server/table-files/write/text.ts'
import type { PublicationNeeds } from '../needs.ts'
import { frozenOf } from '../reading.ts'
import type { WholeRow } from '../store.ts'

/** A submission that was opened, and whether its reader may know who made it. */
export type Opened = { row: WholeRow; hidesNames: boolean }

/** Fields that a template adds which tell who made a dataset. */
const TELLING: readonly TemplateFieldType[] = ['person', 'organisation', 'project']

/**
 * Leaves out what identifies the authors: related works are mostly their own, and terms name whom to contact. If the
 * template was deleted, its additional fields are not shown.
 */
export function anonymous(metadata: DatasetMetadata, template: TemplateDefinition | null): DatasetMetadata {
  const fields = (template?.groups ?? []).flatMap((group) => group.fields)
  const isShown = (key: string) => fields.some((field) => field.key === key && !TELLING.includes(field.type))
  return {
    ...metadata,
    authors: [],
    funding: [],
    related: [],
    access: { ...metadata.access, terms: { zh: '', en: '' } },
    extra: metadata.extra.filter(({ key }) => isShown(key)),
  }
}

/** People in the tables of a submission under pseudonyms, for links that hide names. */
export function reviewHiding({ store, blobs, seal }: Pick<PublicationNeeds, 'store' | 'blobs' | 'seal'>) {
  /** The key of a submission: nobody who reads its pseudonyms can make those of names they suspect. */
  const keyOf = (id: string) => seal.sign(Buffer.from(`pseudonyms of submission ${id}`)).toString('hex')

  /** A submission as a link shows it. */
  const frozenFor = ({ row, hidesNames }: Opened): FrozenVersion => ({
    ...frozenOf(row),
    ...(hidesNames && { pseudonyms: keyOf(row.id) }),
  })

  /** Places, from 0, of the columns with people in the file that was written of a table; none in any other file. */
  async function peopleAt(id: string, path: string): Promise<number[]> {
    const table = (await store.tables(id)).find((one) => one.path === path)
    return (table?.columns ?? []).flatMap(({ type }, at) => (type === 'person' ? [at] : []))
  }

  async function* pieces(id: string, sha256: string, people: readonly number[]): AsyncGenerator<string> {
    const key = keyOf(id)
    const parser = new RecordParser(',')
    const decoder = new TextDecoder()
    let isHeading = true
    const written = (records: string[][]) => {
      const lines = records.map((fields, at) => {
        const shown = (field: string, place: number) =>
          field && people.includes(place) ? pseudonymOf(key, field) : field
        return csvLine(isHeading && at === 0 ? fields : fields.map(shown))
      })
      if (records.length) isHeading = false
      return lines.join('')
    }
    for await (const bytes of await blobs.read(sha256))
      yield written(parser.feed(decoder.decode(bytes as Buffer, { stream: true })))
    yield written(parser.feed(decoder.decode(), true))
  }

  /** The file of a table with pseudonyms in these columns. */
  const table = (id: string, sha256: string, people: readonly number[]): Readable =>
    Readable.from(pieces(id, sha256, people))

  return { frozenFor, peopleAt, table }
}
export type ReviewHiding = ReturnType<typeof reviewHiding>
