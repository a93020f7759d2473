import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, SortAscendingOutlined } from '@ant-design/icons'
import { Button, Popover, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { SORTS_MAX } from '#contract/core/limits.ts'
import type { Sort } from '#contract/tables/question.ts'
import type { TableContext } from './context.ts'

/** On a phone it moves into the screen: turned to the other side, it reached beyond it. */
const INSIDE = { overflow: { adjustX: false, shiftX: true, adjustY: true } }

/** The columns that the rows are sorted by, the first one first; each can be turned, moved and removed. */
export function Sorts({ context: { table, view } }: { context: TableContext }) {
  const { t } = useTranslation()
  const { sort } = view.question
  const put = (next: Sort) => view.ask({ sort: next })
  const free = table.columnList.filter(({ id }) => !sort.some(({ column }) => column === id))
  const list = (
    <div className="view-sorts">
      {sort.length > 0 && (
        <ol>
          {sort.map((one, at) => (
            <SortRow
              key={one.column}
              sort={one}
              name={table.columnList.find(({ id }) => id === one.column)?.name ?? ''}
              isFirst={at === 0}
              isLast={at === sort.length - 1}
              onTurn={(order) => put(sort.with(at, { ...one, order }))}
              onMove={(by) => put(sort.toSpliced(at, 1).toSpliced(at + by, 0, one))}
              onRemove={() => put(sort.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      <Select<number | null>
        aria-label={t('tables.sort.add')}
        placeholder={t('tables.sort.add')}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={free.length === 0 || sort.length >= SORTS_MAX}
        options={free.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(column) => column !== null && put([...sort, { column, order: 'asc' }])}
      />
      <Button size="small" type="link" disabled={sort.length === 0} onClick={() => put([])}>
        {t('tables.sort.clear')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" align={INSIDE} content={list}>
      <Button type="text" icon={<SortAscendingOutlined />}>
        {sort.length ? t('tables.sorted', { count: sort.length }) : t('tables.sort.title')}
      </Button>
    </Popover>
  )
}

type RowProps = {
  sort: Sort[number]
  name: string
  isFirst: boolean
  isLast: boolean
  onTurn: (order: Sort[number]['order']) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function SortRow({ sort: { order }, name, isFirst, isLast, onTurn, onMove, onRemove }: RowProps) {
  const { t } = useTranslation()
  return (
    <li>
      <b title={name}>{name}</b>
      <Select
        size="small"
        aria-label={t('tables.sort.order', { column: name })}
        value={order}
        options={(['asc', 'desc'] as const).map((value) => ({ value, label: t(`tables.sort.${value}`) }))}
        onChange={onTurn}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={isFirst}
        aria-label={t('tables.sort.up', { column: name })}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={isLast}
        aria-label={t('tables.sort.down', { column: name })}
        onClick={() => onMove(1)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('tables.sort.remove', { column: name })}
        onClick={onRemove}
      />
    </li>
  )
}
