import { useInfiniteQuery } from '@tanstack/react-query'
import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '#contract/tables/changes.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { Comparison, RowDifference } from '#contract/tables/looks.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { newRequestId } from '#providers/request-id.ts'
import { formatDateTime } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import type { TableContext } from './context.ts'
import { QueryProgress } from './data-views/query-progress.tsx'
import { showValue } from './show-value.ts'
import { useWords } from './use-words.ts'

type Props = {
  context: TableContext
  entries: readonly HistoryEntry[]
  from: number
  wordsOf: (entry: HistoryEntry) => string
  onClose: () => void
}
/** As the table is now. */
const NOW = 'now'
const PAGE_ROWS = 100

/** Compares a table at two points in time: rows by their number, or by key columns. */
export function ComparisonDialog({ context, entries, from: first, wordsOf, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { table } = context
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState<number | typeof NOW>(NOW)
  const [key, setKey] = useState<number[]>([])
  const versions = entries.map((entry) => ({
    value: entry.id,
    label: [formatDateTime(entry.at, i18n.language), entry.name || wordsOf(entry)].join(' · '),
  }))
  return (
    <Modal open width={880} className="own-width" title={t('tables.compare.title')} footer={null} onCancel={onClose}>
      <Form layout="vertical" className="compare-fields">
        <Form.Item label={t('tables.compare.from')} htmlFor="compare-from">
          <Select id="compare-from" value={from} options={versions} onChange={setFrom} />
        </Form.Item>
        <Form.Item label={t('tables.compare.to')} htmlFor="compare-to">
          <Select
            id="compare-to"
            value={to}
            options={[{ value: NOW, label: t('tables.compare.now') }, ...versions]}
            onChange={setTo}
          />
        </Form.Item>
        <Form.Item label={t('tables.compare.key')} htmlFor="compare-key" extra={t('tables.compare.keyHint')}>
          <Select
            id="compare-key"
            mode="multiple"
            value={key}
            placeholder={t('tables.compare.byRow')}
            options={table.columnList.map(({ id, name }) => ({ value: id, label: name }))}
            optionFilterProp="label"
            onChange={setKey}
          />
        </Form.Item>
      </Form>
      <Differences context={context} from={from} to={to === NOW ? null : to} compareBy={key} />
    </Modal>
  )
}

type Wish = { context: TableContext; from: number; to: number | null; compareBy: number[] }

function Differences({ context, from, to, compareBy: key }: Wish) {
  const { t } = useTranslation()
  const { table } = context
  const asked = { spaceId: table.spaceId, id: table.id, from, to, key, count: PAGE_ROWS }
  const [reqId] = useState(newRequestId)
  const query = useInfiniteQuery({
    queryKey: ['tables', table.spaceId, 'compare', asked, to === null && table.change],
    queryFn: ({ pageParam, signal }) =>
      call(tables.compare, { ...asked, first: pageParam }, { quiet: true, signal, requestId: reqId }),
    initialPageParam: 0,
    getNextPageParam: ({ added, removed, changed }: Comparison, pages) => {
      const seen = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return seen < added + removed + changed ? seen : undefined
    },
  })
  return (
    <>
      {query.isFetching && <QueryProgress key={JSON.stringify(asked)} reqId={reqId} what={t('tables.slow.compare')} />}
      <Loaded query={{ ...query, data: query.data?.pages }} rows={6}>
        {(pages) => {
          const [first] = pages
          if (!first) return null
          const { added, removed, changed, columnsAdded, columnsRemoved } = first
          return (
            <>
              <p role="status">{t('tables.compare.told', { added, removed, changed })}</p>
              {columnsAdded.length > 0 && (
                <p>{t('tables.compare.columnsAdded', { names: columnsAdded.join(t('tables.comma')) })}</p>
              )}
              {columnsRemoved.length > 0 && (
                <p>{t('tables.compare.columnsRemoved', { names: columnsRemoved.join(t('tables.comma')) })}</p>
              )}
              <ul className="table-differences num">
                {pages.flatMap(({ rows, names, columns }, page) =>
                  rows.map((row, at) => (
                    <Difference key={`${page} ${at}`} context={context} row={row} columns={columns} names={names} />
                  )),
                )}
              </ul>
              <MoreButton query={query} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type RowProps = {
  context: TableContext
  row: RowDifference
  columns: Comparison['columns']
  names: Comparison['names']
}
/** Maximum number of cells shown for a row that was added or removed (our choice). */
const CELLS_TOLD = 8

function Difference({ context, row: { before, after }, columns, names }: RowProps) {
  const { t } = useTranslation()
  const { table } = context
  const words = useWords(new Map(Object.entries(names)))
  const known = new Map(table.columnList.map((column) => [column.id, column]))
  const kind = !before ? 'added' : !after ? 'removed' : 'changed'
  const textOf = (at: number, cells: RowDifference['before']) => {
    const told = columns[at]
    if (!told) return ''
    const own = known.get(told.id)
    const column: Column = { ...BLANK, ...(own?.type === told.type ? own : {}), ...told, rules: {}, options: [] }
    const view = showValue(column, cells?.[at] ?? null, undefined, words)
    return view.shown || view.text
  }
  const places = columns.map((_, at) => at)
  const told =
    kind === 'changed'
      ? places.filter((at) => JSON.stringify(before?.[at]) !== JSON.stringify(after?.[at]))
      : places.filter((at) => textOf(at, before ?? after) !== '').slice(0, CELLS_TOLD)
  return (
    <li className={kind}>
      <b>{t(`tables.compare.${kind}`)}</b>
      {kind === 'changed' && <span className="soft">{textOf(0, after)}</span>}
      {told.map((at) => (
        <span key={at}>
          <small>{columns[at]?.name}</small>{' '}
          {before && (textOf(at, before) ? <del>{textOf(at, before)}</del> : t('tables.history.empty'))}
          {before && after && ' → '}
          {after && <ins>{textOf(at, after) || t('tables.history.empty')}</ins>}
        </span>
      ))}
    </li>
  )
}
const BLANK = { description: '', unit: '', format: {}, vocabularyId: null, formula: null }
