import { CommentOutlined, HistoryOutlined, MoreOutlined } from '@ant-design/icons'
import { Badge, Button, Dropdown, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { UndoStep } from '#contract/tables/changes.ts'
import { PeopleHere } from '../../src/widgets/PeopleHere.tsx'
import { shortcutHere } from '../../src/widgets/shortcut.ts'
import { RedoIcon, UndoIcon } from '../../src/widgets/step-icons.tsx'
import { BackTitle } from './back-title.tsx'
import { changeWords } from './change-words.ts'
import type { TableContext } from './context.ts'
import type { TablePanel } from './form.tsx'
import { ImportButton } from './import.tsx'
import { TableExport } from './table-export.tsx'
import { useTableMenu } from './table-menu.ts'
import type { PresentInTable } from './use-table-presence.ts'

type Props = {
  context: TableContext
  present: readonly PresentInTable[]
  onPanel: (panel: TablePanel) => void
  onHistory: () => void
}

/** The name of a table, the way back to the others, and what concerns all of it. */
export function TableHead({ context, present, onPanel, onHistory }: Props) {
  const { t } = useTranslation()
  const { space, table, address, view, columns, changes, mayEdit, isPast, commented } = context
  const menu = useTableMenu(space, table, onPanel, () => address.open(null))
  const { toUndo, toRedo } = table.undo
  const step = (way: 'undo' | 'redo', keys: string, next: UndoStep | null) => {
    const words = next ? t(`tables.history.${way}`, { what: changeWords(t, next) }) : t(`tables.${way}`)
    return (
      <Tooltip title={`${words} (${shortcutHere(keys)})`}>
        <Button
          type="text"
          icon={way === 'undo' ? <UndoIcon /> : <RedoIcon />}
          aria-label={t(`tables.${way}`)}
          aria-description={words}
          disabled={!mayEdit || !next}
          onClick={changes[way]}
        />
      </Tooltip>
    )
  }
  return (
    <header className="table-head">
      <BackTitle name={table.name} list={t('tables.all')} onBack={() => address.open(null)} />
      {!table.isShared && <span className="tag">{t('tables.private')}</span>}
      {table.description && (
        <span className="table-about" title={table.description}>
          {table.description}
        </span>
      )}
      <span className="space" />
      <PeopleHere present={present} label={(names) => t('tables.here', { names })} />
      {!isPast && (
        <>
          {step('undo', 'Ctrl+Z', toUndo)}
          {step('redo', 'Ctrl+Y', toRedo)}
          <Tooltip title={t('tableComments.title')}>
            <Badge size="small" count={commented.open} overflowCount={99} offset={[-6, 6]}>
              <Button
                type="text"
                icon={<CommentOutlined />}
                aria-label={
                  commented.open ? t('tableComments.open', { count: commented.open }) : t('tableComments.title')
                }
                onClick={() => address.comment(address.comments ? null : {})}
              />
            </Badge>
          </Tooltip>
        </>
      )}
      <Tooltip title={t('tables.history.title')}>
        <Button type="text" icon={<HistoryOutlined />} aria-label={t('tables.history.title')} onClick={onHistory} />
      </Tooltip>
      {!isPast && (
        <>
          <TableExport space={space} table={table} question={view.shown} columns={columns.map(({ id }) => id)} />
          <ImportButton space={space} table={table} isDisabled={!mayEdit} onOpen={changes.refresh} />
          <Dropdown menu={menu} trigger={['click']}>
            <Button type="text" icon={<MoreOutlined />} aria-label={t('tables.more', { name: table.name })} />
          </Dropdown>
        </>
      )}
    </header>
  )
}
