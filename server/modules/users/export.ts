import type { Readable } from 'node:stream'
import { IMPORT_ROWS_MAX, LIST_MAX_SIZE } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { sheetColumns, type User, users } from '#contract/users.ts'
import type { By, Language } from '#server/http/context.ts'
import { CSV, csvOf } from '#server/http/csv.ts'
import { textOf } from '#server/http/texts.ts'
import { XLSX, xlsxForm, xlsxStream } from '#server/sheets/write-xlsx.ts'
import type { AccountChanges, UserNeeds } from './change.ts'
import type { UserFilter } from './list-store.ts'
import { cellsOf, exampleOf, exportHeadingsOf, headingsOf, roleWordsOf } from './sheet.ts'

type File = { name: string; type: string; bytes: Readable }

/** Export of accounts as sheets. */
export function exportRules({ store, audit, now }: UserNeeds, { seenSince }: AccountChanges) {
  /** All accounts of a filter, oldest first, read page by page, so that only one page is in memory. */
  async function* walk(filter: UserFilter): AsyncGenerator<User[]> {
    const first = users.list.input.parse({ ...filter, sort: 'created', order: 'asc', size: LIST_MAX_SIZE })
    let after: string | undefined
    do {
      const page = await store.page({ ...first, after }, seenSince())
      yield page.list
      after = page.next
    } while (after)
  }
  async function* pagesOf(filter: UserFilter, language: Language): AsyncGenerator<string[][]> {
    for await (const page of walk(filter)) yield page.map((user) => cellsOf(user, language))
  }
  async function* rowsOf(pages: AsyncIterable<string[][]>): AsyncGenerator<string[]> {
    for await (const page of pages) yield* page
  }
  const sheetOf = (language: Language, headings: string[]) => ({ name: textOf(language, 'users.sheet'), headings })

  async function exportSheet({ format, ...filter }: ParsedOf<typeof users.export>, by: By): Promise<File> {
    const { actor, caller, language } = by
    await audit.note({ action: 'usersExported', actor, caller, after: { format, ...filter } })
    const name = `users-${now().toISOString().slice(0, 10)}.${format}`
    const pages = pagesOf(filter, language)
    const headings = exportHeadingsOf(language)
    if (format === 'csv') return { name, type: CSV, bytes: csvOf(headings, pages) }
    return { name, type: XLSX, bytes: await xlsxStream(sheetOf(language, headings), rowsOf(pages)) }
  }

  const template = (language: Language): Promise<Buffer> =>
    xlsxForm(sheetOf(language, headingsOf(language)), [exampleOf(language)], {
      column: sheetColumns.indexOf('role'),
      words: roleWordsOf(language),
      rowsMax: IMPORT_ROWS_MAX,
    })

  return { exportSheet, template }
}
