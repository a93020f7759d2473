import { CommentOutlined, ExportOutlined, HistoryOutlined, ImportOutlined, MoreOutlined } from '@ant-design/icons'
import { Badge, Button, Dropdown, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UndoStep } from '#contract/tables/changes.ts'
import { PeopleHere } from '../../src/widgets/PeopleHere.tsx'
import { shortcutHere } from '../../src/widgets/shortcut.ts'
import { RedoIcon, UndoIcon } from '../../src/widgets/step-icons.tsx'
import { useNarrow } from '../../src/widgets/viewport.ts'
import { BackTitle } from './back-title.tsx'
import { changeWords } from './change-words.ts'
import type { TableContext } from './context.ts'
import type { TablePanel } from './form.tsx'
import { ImportDrawer } from './import.tsx'
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
  const { space, table, address, view, rows, columns, changes, mayEdit, isPast, commented } = context
  const isNarrow = useNarrow()
  const [isExporting, setExporting] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const { items: ofTable } = useTableMenu(space, table, onPanel, () => address.open(null))
  const { toUndo, toRedo } = table.undo
  const stepWords = (way: 'undo' | 'redo', next: UndoStep | null) =>
    next ? t(`tables.history.${way}`, { what: changeWords(t, next) }) : t(`tables.${way}`)
  const step = (way: 'undo' | 'redo', keys: string, next: UndoStep | null) => {
    const words = stepWords(way, next)
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
  const stepItem = (way: 'undo' | 'redo', next: UndoStep | null) => ({
    key: way,
    label: stepWords(way, next),
    disabled: !mayEdit || !next,
    onClick: changes[way],
  })
  const exporting = { key: 'export', label: t('tableFiles.export.button'), onClick: () => setExporting(true) }
  const importing = {
    key: 'import',
    label: t('tableFiles.import.button'),
    disabled: !mayEdit,
    onClick: () => setImporting(true),
  }
  const history = { key: 'history', label: t('tables.history.title'), onClick: onHistory }
  const divider = { type: 'divider' as const }
  /** On phones the menu has what stands beside the name elsewhere. */
  const items = isNarrow
    ? [
        stepItem('undo', toUndo),
        stepItem('redo', toRedo),
        history,
        divider,
        exporting,
        importing,
        divider,
        ...(ofTable ?? []),
      ]
    : ofTable
  return (
    <header className="table-head one-line">
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
          {!isNarrow && step('undo', 'Ctrl+Z', toUndo)}
          {!isNarrow && step('redo', 'Ctrl+Y', toRedo)}
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
      {(!isNarrow || isPast) && (
        <Tooltip title={history.label}>
          <Button type="text" icon={<HistoryOutlined />} aria-label={history.label} onClick={onHistory} />
        </Tooltip>
      )}
      {!isPast && (
        <>
          {!isNarrow && (
            <>
              <Button type="text" icon={<ExportOutlined />} onClick={exporting.onClick}>
                {exporting.label}
              </Button>
              <Button type="text" icon={<ImportOutlined />} disabled={importing.disabled} onClick={importing.onClick}>
                {importing.label}
              </Button>
            </>
          )}
          <Dropdown menu={{ items: items ?? [] }} trigger={['click']}>
            <Button type="text" icon={<MoreOutlined />} aria-label={t('tables.more', { name: table.name })} />
          </Dropdown>
          <TableExport
            space={space}
            table={table}
            question={view.shown}
            columns={columns.map(({ id }) => id)}
            rows={rows.counts.matching}
            isOpen={isExporting}
            onOpen={setExporting}
          />
          {isImporting && (
            <ImportDrawer space={space} table={table} onOpen={changes.refresh} onClose={() => setImporting(false)} />
          )}
        </>
      )}
    </header>
  )
}
