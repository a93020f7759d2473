import { CommentOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableChange } from '#contract/tables/changes.ts'
import type { Column } from '#contract/tables/columns.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../src/widgets/Skeleton.tsx'
import type { NewRow } from './address.ts'
import { changeOf, forced, type Written, withoutConflicts } from './cell-edits.ts'
import { CellField } from './cell-field.tsx'
import type { TableContext } from './context.ts'
import type { GridRow } from './grid-row.ts'
import { readValue } from './read-value.ts'
import { fieldText, refusingRule } from './show-value.ts'
import { unfitWords } from './unfit-words.ts'
import { useWords } from './use-words.ts'

/** One row as a form, above the table; the address says which. */
export function RowDrawer({ context }: { context: TableContext }) {
  const { t } = useTranslation()
  const { address, rows, view, table, isPast, mayEdit } = context
  /** The row as it was when its form was changed, and its place: what others do meanwhile takes nothing from the form. */
  const [held, setHeld] = useState<{ at: string | null; row: GridRow } | null>(null)
  const at = address.row === null ? null : Number(address.row)
  const isOpen = at !== null && Number.isInteger(at) && at >= 0
  const newRow = mayEdit && !isPast ? address.newRow : null
  const query = useQuery({
    queryKey: ['tables', table.spaceId, 'row', table.id, at, view.shown, table.change, isPast],
    queryFn: async ({ signal }) => (await rows.load(at ?? 0, 1, signal))[0] ?? null,
    enabled: isOpen,
    // Of another row nothing is shown.
    placeholderData: (before, asked) => (asked?.queryKey[4] === at ? before : undefined),
  })
  const isDirty = held !== null && held.at === address.row
  const row = isDirty ? held.row : newRow ? BLANK : query.data
  const go = (place: number) => address.expand(place)
  const { matching } = rows.counts
  return (
    <GuardedDrawer
      title={newRow ? t('tables.row.new') : isOpen ? t('tables.row.title', { row: at + 1 }) : ''}
      open={isOpen || newRow !== null}
      isDirty={isDirty}
      onClose={() => address.expand(null)}
      size={480}
      destroyOnHidden
      extra={
        isOpen && (
          <>
            <Button
              type="text"
              icon={<CommentOutlined />}
              aria-label={t('tableComments.title')}
              disabled={!row || isPast}
              onClick={() => row && address.comment({ row: row.id })}
            />
            <Button
              type="text"
              icon={<LeftOutlined />}
              aria-label={t('tables.row.previous')}
              disabled={isDirty || at === 0}
              onClick={() => go(at - 1)}
            />
            <Button
              type="text"
              icon={<RightOutlined />}
              aria-label={t('tables.row.next')}
              disabled={isDirty || at >= matching - 1}
              onClick={() => go(at + 1)}
            />
          </>
        )
      }
    >
      {(ask, leave) => {
        if (query.error && !isDirty) return <NotLoaded error={query.error} onRetry={query.refetch} />
        if (row === undefined) return <FormSkeleton />
        if (row === null) return <p>{t('tables.row.gone')}</p>
        return (
          <RowForm
            key={JSON.stringify([row.id, ...row.cells])}
            context={context}
            row={row}
            newRow={newRow}
            onClose={ask}
            onDone={leave}
            onDirty={(is) => setHeld(is ? { at: address.row, row } : null)}
          />
        )
      }}
    </GuardedDrawer>
  )
}

/** The change that adds a row with these values. */
const added = (written: readonly Written[], where: NewRow): TableChange => ({
  kind: 'addRows',
  columns: written.map(({ column }) => column.id),
  rows: [written.map(({ value }) => value)],
  ...where,
})
/** A row that is not there yet. */
const BLANK: GridRow = { id: 0, cells: new Map(), errors: {} }

type Props = {
  context: TableContext
  row: GridRow
  /** Where the row is to be added; null if it is there. */
  newRow: NewRow | null
  onClose: () => void
  onDone: () => void
  onDirty: (is: boolean) => void
}

function RowForm({ context, row, newRow, onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { rows, changes, mayEdit } = context
  // A new row may want values of columns that are hidden.
  const columns = newRow ? context.table.columnList : context.columns
  const [form] = Form.useForm<Record<string, string>>()
  const { run, isBusy, problem } = useFormTask(form)
  const words = useWords(rows.names, context.table.columnList)
  const textOf = (column: Column) => fieldText(column, row.cells.get(column.id) ?? null, words, row.errors[column.id])
  const idOf = (name: string) => [...rows.names].find(([, known]) => known === name)?.[0]
  const initial = Object.fromEntries(columns.map((column) => [column.id, textOf(column)]))
  const save = (values: Record<string, string>) =>
    run(async () => {
      const written = columns.flatMap((column) => {
        const text = values[column.id] ?? ''
        if (column.formula !== null || text === initial[column.id]) return []
        const value = readValue(column, text, idOf)
        return value === undefined ? [] : [{ row, place: 0, column, value }]
      })
      const change = changeOf(written)
      if (newRow) await changes.applyIn(added(written, newRow))
      else if (change) {
        await changes.resolve(change, { send: changes.send, over: forced, beside: withoutConflicts })
        changes.refresh()
      }
      onDirty(false)
      onDone()
    })
  const rule = (column: Column) => ({
    validator: async (_rule: unknown, text = '') => {
      if (column.formula !== null || (!newRow && text === initial[column.id])) return
      const value = readValue(column, text, idOf)
      const rule = value === undefined ? null : refusingRule(column, value)
      if (value === undefined || rule) throw new Error(unfitWords(t, column, text, rule))
    },
  })
  const failureOf = ({ id }: Column) => {
    const reason = row.errors[id]
    return reason === undefined ? null : words.failed(reason)
  }
  const isOff = (column: Column) => !mayEdit || column.formula !== null
  return (
    <Form form={form} layout="vertical" initialValues={initial} onFinish={save} onValuesChange={() => onDirty(true)}>
      {columns.map((column) => (
        <Form.Item
          key={column.id}
          name={String(column.id)}
          label={column.unit ? `${column.name} (${column.unit})` : column.name}
          extra={failureOf(column) ?? column.description}
          required={column.rules.isStrict === true && column.rules.isRequired === true}
          rules={[rule(column)]}
        >
          <CellField
            spaceId={context.table.spaceId}
            column={column}
            isOff={isOff(column)}
            names={rows.names}
            unseen={words.unseen}
          />
        </Form.Item>
      ))}
      <FormEnd submit={mayEdit ? t('tables.row.save') : null} isBusy={isBusy} problem={problem} onCancel={onClose} />
    </Form>
  )
}
