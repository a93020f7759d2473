import { METADATA_SHEET_ROWS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { joined, type TemplateField } from '#contract/fields.ts'
import type { metadata as calls } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import { CSV, csvOf } from '#server/http/csv.ts'
import { textOf } from '#server/http/texts.ts'
import { chainsTo, pathOf } from '#server/modules/files/index.ts'
import { XLSX, xlsxStream } from '#server/sheets/write-xlsx.ts'
import { type Column, columnsOf, headingOf } from './columns.ts'
import type { ItemMetadata } from './item-metadata.ts'
import { schemasOf } from './metadata-schema.ts'
import { liveItems, type MetadataNeeds } from './needs.ts'
import { type FileBelow, filesBelow, keysOf } from './sheet-store.ts'
import { loadMetadata } from './store.ts'

/** Files whose metadata is loaded at a time. */
const PAGE = 250

type Row = { file: FileBelow; metadata: ItemMetadata; fields: ReadonlyMap<string, TemplateField> }

/** A value as the sheet shows it: yes and no in the reader's language. */
function cellOf(value: string, field: TemplateField | undefined, language: Language): string {
  const isAnswer = field?.kind === 'yesNo' && (value === 'yes' || value === 'no')
  return isAnswer ? textOf(language, `metadata.answers.${value}`) : value
}

function cellsOf({ file, metadata, fields }: Row, columns: readonly Column[], language: Language): string[] {
  const values = new Map(metadata.meta.map(({ key, value }) => [key, value]))
  const cells = {
    hash: file.id,
    stamp: metadata.stamp,
    path: file.path,
    tags: joined(metadata.tags),
    note: metadata.note,
  }
  return columns.map(({ kind, key }) =>
    kind === 'meta' ? cellOf(values.get(key) ?? '', fields.get(key), language) : cells[kind],
  )
}

/** Exports the metadata of the files below a folder as a sheet that can be edited and imported. */
export function metadataSheets({ db, spaces }: Pick<MetadataNeeds, 'db' | 'spaces'>) {
  async function folderOf(spaceId: string, hash: string) {
    const folder = (await liveItems(db, spaceId, [hash])).get(hash)
    if (!folder?.node.is_folder) throw new Failure('folderGone')
    if (folder.node.files_below > METADATA_SHEET_ROWS)
      throw new Failure('metadataTooMany', { values: { count: METADATA_SHEET_ROWS } })
    return folder
  }

  return async function sheet(
    { spaceId, hash, form }: ParsedOf<typeof calls.export>,
    { actor, language }: { actor: SignedIn; language: Language },
  ) {
    const space = await spaces.enter(spaceId, actor)
    const folder = await folderOf(space.id, hash ?? space.rootId)
    const files = await filesBelow(db, folder.node.id, pathOf(folder.chain))
    const ids = files.map(({ id }) => id)
    const chains = await chainsTo(db, space.id, ids)
    const schema = await schemasOf(db, space.id, [...chains.values()])
    const fieldsOf = (id: string) => schema(chains.get(id) ?? []).fields
    const keys = new Set([...ids.flatMap((id) => [...fieldsOf(id).keys()]), ...(await keysOf(db, ids))])
    const columns = columnsOf([...keys])

    async function* pages(): AsyncGenerator<string[][]> {
      for (let at = 0; at < files.length; at += PAGE) {
        const page = files.slice(at, at + PAGE)
        const metadataOf = await loadMetadata(
          db,
          page.map(({ id }) => id),
        )
        yield page.map((file) =>
          cellsOf({ file, metadata: metadataOf(file.id), fields: fieldsOf(file.id) }, columns, language),
        )
      }
    }
    async function* rows(): AsyncGenerator<string[]> {
      for await (const page of pages()) yield* page
    }
    const headings = columns.map((column) => headingOf(column, language))
    const name = `metadata.${form}`
    if (form === 'csv') return { name, type: CSV, bytes: csvOf(headings, pages()) }
    return { name, type: XLSX, bytes: await xlsxStream({ name: textOf(language, 'metadata.sheet'), headings }, rows()) }
  }
}
