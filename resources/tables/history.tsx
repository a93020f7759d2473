import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '#contract/tables/changes.ts'
import { tables } from '#contract/tables.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { useNarrow } from '../../src/widgets/viewport.ts'
import { ChangeDetails } from './change-details.tsx'
import { changeWords } from './change-words.ts'
import { ComparisonDialog } from './comparison.tsx'
import type { TableContext } from './context.ts'
import type { HistoryOf } from './history-of.ts'
import { NameDialog } from './name-dialog.tsx'
import { PastField, useRestore } from './past.tsx'

type Props = { context: TableContext; of: HistoryOf; onAll: () => void; onClose: () => void }

/** The title of a history; row numbers differ from those in the grid, so they aren't shown. */
function titleOf(t: TFunction, { columnList }: TableContext['table'], { row, column }: HistoryOf): string {
  const name = columnList.find(({ id }) => id === column)?.name ?? ''
  if (row !== undefined && column !== undefined) return t('tables.history.ofCell', { column: name })
  if (column !== undefined) return t('tables.history.ofColumn', { column: name })
  return t(row === undefined ? 'tables.history.title' : 'tables.history.ofRow')
}

/** The changes to a table, a column, a row or a cell, newest first; points in time can be named and restored. */
export function TableHistory({ context, of, onAll, onClose }: Props) {
  const { t } = useTranslation()
  const { table } = context
  const isAll = of.row === undefined && of.column === undefined
  const asked = { spaceId: table.spaceId, id: table.id, ...of }
  const query = useInfiniteQuery({
    queryKey: ['tables', table.spaceId, 'history', table.id, table.change, of],
    ...byPages((after, { signal }) => call(tables.history, { ...asked, ...after }, { quiet: true, signal })),
    placeholderData: (before) => before,
  })
  const [comparedFrom, setComparedFrom] = useState<number | null>(null)
  const isNarrow = useNarrow()
  const look: TableContext['address']['look'] = (at) => {
    context.address.look(at)
    // There the table would stay below.
    if (isNarrow) onClose()
  }
  const entries = query.data?.pages.flatMap(({ list }) => list) ?? []
  return (
    <Drawer
      open
      title={titleOf(t, table, of)}
      onClose={onClose}
      size={400}
      mask={false}
      extra={!isAll && <Button onClick={onAll}>{t('tables.history.all')}</Button>}
    >
      {isAll && <PastField onLook={look} />}
      {query.isPending && <LinesSkeleton rows={8} />}
      {query.isError && entries.length === 0 && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && entries.length === 0 && <p className="soft">{t('tables.history.none')}</p>}
      <ol className="table-history">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            context={context}
            entry={entry}
            of={of}
            onLook={look}
            onNamed={query.refetch}
            onCompare={() => setComparedFrom(entry.id)}
          />
        ))}
      </ol>
      <MoreButton query={query} />
      {comparedFrom !== null && (
        <ComparisonDialog
          context={context}
          entries={entries}
          from={comparedFrom}
          wordsOf={(entry) => changeWords(t, entry)}
          onClose={() => setComparedFrom(null)}
        />
      )}
    </Drawer>
  )
}

type EntryProps = {
  context: TableContext
  entry: HistoryEntry
  of: HistoryOf
  onLook: TableContext['address']['look']
  onNamed: () => unknown
  onCompare: () => void
}

function Entry({ context, entry, of, onLook, onNamed, onCompare }: EntryProps) {
  const { t, i18n } = useTranslation()
  const { table, address, mayEdit } = context
  const [isOpen, setOpen] = useState(of.row !== undefined)
  const [isNaming, setNaming] = useState(false)
  const words = changeWords(t, entry)
  const at = formatDateTime(entry.at, i18n.language)
  const exact = formatExact(entry.at, i18n.language)
  const isLast = entry.id === table.change
  const named = async ({ name }: { name: string }) => {
    const asked = { spaceId: table.spaceId, id: table.id, change: entry.id, name }
    await call(tables.nameChange, asked, { quiet: true })
    onNamed()
  }
  const restore = useRestore(context)
  const isSeen = address.at?.change === entry.id
  return (
    <li className={entry.isUndone ? 'undone' : undefined} aria-current={isSeen || undefined}>
      {entry.name && <b>{entry.name}</b>}
      <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words}
      </button>
      <small className="num" title={exact}>
        {entry.by.personName} · {at}
        {entry.isUndone && ` · ${t('tables.history.undone')}`}
      </small>
      {isOpen && <ChangeDetails context={context} change={entry.id} of={of} />}
      <span className="table-history-ways">
        {mayEdit && (
          <Button size="small" type="text" onClick={() => setNaming(true)}>
            {t('tables.history.name')}
          </Button>
        )}
        {!isLast && (
          <Button size="small" type="text" disabled={isSeen} onClick={() => onLook({ change: entry.id })}>
            {t('tables.past.open')}
          </Button>
        )}
        {!isLast && (
          <Button size="small" type="text" onClick={onCompare}>
            {t('tables.history.compare')}
          </Button>
        )}
        {mayEdit && !isLast && (
          <Button
            size="small"
            type="text"
            onClick={() => restore(entry.id, exact, [entry.name, words].filter(Boolean).join(' · '))}
          >
            {t('tables.history.restore')}
          </Button>
        )}
      </span>
      {isNaming && (
        <NameDialog
          title={t('tables.history.name')}
          label={t('tables.history.versionName')}
          name={entry.name}
          onSave={named}
          onClose={() => setNaming(false)}
        />
      )}
    </li>
  )
}
