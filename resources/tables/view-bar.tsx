import { EyeInvisibleOutlined, FilterOutlined, GroupOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { ColumnDialog } from './column-dialog.tsx'
import type { TableContext } from './context.ts'
import { FilterChips } from './filter-chips.tsx'
import { SavedViews } from './saved-views.tsx'
import { Sorts } from './sorts.tsx'
import { TableFilter } from './table-filter.tsx'

/** The current view of a table: the saved view, conditions as chips, the order, hidden columns, and a search. */
export function ViewBar({ context }: { context: TableContext }) {
  const { t } = useTranslation()
  const { table, view, rows, changes, mayEdit, isPast } = context
  const [isFiltering, setFiltering] = useState(false)
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="view-bar">
      <div className="view-ways">
        {!isPast && <SavedViews context={context} />}
        <Button type="text" icon={<FilterOutlined />} onClick={() => setFiltering(true)}>
          {t('tables.filter.title')}
        </Button>
        <FilterChips
          columns={table.columnList}
          names={rows.names}
          filter={view.question.filter}
          onChange={(filter) => view.ask({ filter })}
        />
        <Grouped context={context} />
        <Sorts context={context} />
        <Hidden context={context} />
        {mayEdit && (
          <Button type="text" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('tables.addColumn')}
          </Button>
        )}
      </div>
      <span className="space" />
      <SearchField label={t('tables.searchRows')} q={view.question.q} onSearch={(q) => view.ask({ q })} />
      {isAdding && (
        <ColumnDialog
          table={table}
          target={{ kind: 'add', column: null }}
          changes={changes}
          scope={null}
          shown={rows.counts.matching}
          onClose={() => setAdding(false)}
        />
      )}
      {isFiltering && <TableFilter context={context} onClose={() => setFiltering(false)} />}
    </div>
  )
}

/** By which column the rows are grouped. */
function Grouped({ context: { table, view, groups } }: { context: TableContext }) {
  const { t } = useTranslation()
  const column = table.columnList.find(({ id }) => id === view.groupBy)
  if (!column) return null
  const items = [
    { key: 'fold', label: t('tables.group.fold'), disabled: !groups, onClick: () => groups?.foldAll(true) },
    { key: 'unfold', label: t('tables.group.unfold'), disabled: !groups, onClick: () => groups?.foldAll(false) },
    { key: 'remove', label: t('tables.group.remove'), onClick: () => view.ask({ groupBy: null }) },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <MenuButton type="text" icon={<GroupOutlined />}>
        {t('tables.group.by', { column: column.name })}
      </MenuButton>
    </Dropdown>
  )
}

function Hidden({ context: { table, view } }: { context: TableContext }) {
  const { t } = useTranslation()
  const hidden = view.state.hidden.filter((one) => table.columnList.some(({ id }) => id === one))
  const isShown = (id: number) => !hidden.includes(id)
  const toggle = (id: number) =>
    view.look({ hidden: isShown(id) ? [...hidden, id] : hidden.filter((one) => one !== id) })
  const list = (
    <div className="view-columns">
      {table.columnList.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={isShown(id)}
          disabled={isShown(id) && hidden.length >= table.columnList.length - 1}
          onChange={() => toggle(id)}
        >
          {name}
        </Checkbox>
      ))}
      <Button size="small" type="link" disabled={hidden.length === 0} onClick={() => view.look({ hidden: [] })}>
        {t('tables.showAll')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" content={list}>
      <Button type="text" icon={<EyeInvisibleOutlined />}>
        {hidden.length ? t('tables.hidden', { count: hidden.length }) : t('tables.columns')}
      </Button>
    </Popover>
  )
}
