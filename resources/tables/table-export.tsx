import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'
import { tableFiles } from '#contract/table-files.ts'
import type { Question } from '#contract/tables/question.ts'
import type { DataTable } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { ExportDialog, type Opened } from './export.tsx'

type Props = {
  space: Space
  table: DataTable
  /** The visible rows and columns: the question, and the columns in their order. */
  question: Question
  columns: readonly number[]
  /** How many rows are visible. */
  rows: number
} & Opened

/** Takes a table out as a file. */
export function TableExport({ space, table, question, columns, rows, ...opened }: Props) {
  const { t } = useTranslation()
  return (
    <ExportDialog
      {...opened}
      space={space}
      name={table.name}
      words={{
        all: t('tableFiles.export.all', { count: table.rows }),
        seen: t('tableFiles.export.seen', { count: rows }),
      }}
      isNarrowed={question.filter.length > 0 || question.q !== '' || columns.length < table.columnList.length}
      hasComputed={table.columnList.some(({ type, formula }) => type === 'number' && formula !== null)}
      addressOf={({ format, what }) => {
        const asked = new URLSearchParams({ spaceId: table.spaceId, format })
        if (what === 'seen') {
          asked.set('question', JSON.stringify(question))
          asked.set('columns', columns.join(','))
        }
        return `/api${tableFiles.export.path.replace(':id', table.id)}?${asked}`
      }}
      intoFolder={({ what, ...wish }) => {
        const seen = what === 'seen' && { question, columns: [...columns] }
        return call(tableFiles.exportInto, { spaceId: table.spaceId, id: table.id, ...wish, ...seen }, { quiet: true })
      }}
    />
  )
}
