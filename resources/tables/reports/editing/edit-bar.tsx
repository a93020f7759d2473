import { FilterOutlined, HistoryOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARD_CARDS_MAX } from '#contract/core/limits.ts'
import type { BoardTab, Card, CardContent } from '#contract/reports/board.ts'
import type { ReportDetails } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { useTask } from '#providers/use-task.ts'
import { MenuButton } from '../../../../src/widgets/MenuButton.tsx'
import { RedoIcon, UndoIcon } from '../../../../src/widgets/step-icons.tsx'
import type { BoardAddress } from '../address.ts'
import type { BoardContext } from '../board-context.ts'
import { usePublish } from '../use-publish.tsx'
import { bottomOf, newKey } from './arrange.ts'
import { copiedCard } from './copied-card.ts'
import { FiltersDrawer } from './filters-drawer.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'
import type { BoardDraft } from './use-board-draft.ts'
import { VersionsDrawer } from './versions-drawer.tsx'

type Props = {
  space: Space
  report: ReportDetails
  charts: BoardContext['charts']
  draft: BoardDraft
  tab: BoardTab
  address: BoardAddress
  /** A new card is to be filled. */
  onCard: (card: Card) => void
  /** A new chart is to be made. */
  onChart: () => void
  /** A copied card is put on the page. */
  onPaste: (card: Card) => Promise<void>
}
type Layer = 'filters' | 'settings' | 'versions'

/** Sizes of new cards, in columns and rows of the grid (our choice). */
const SIZES = { saved: { w: 6, h: 8 }, text: { w: 4, h: 4 }, picture: { w: 4, h: 6 } } as const
const EMPTY: Record<'saved' | 'text' | 'picture', CardContent> = {
  saved: { kind: 'saved', id: '' },
  text: { kind: 'text', markup: '' },
  picture: { kind: 'picture', hash: '' },
}

/** The actions on a board in edit mode. */
export function EditBar({ space, report, charts, draft, tab, address, onCard, onChart, onPaste }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [copied, setCopied] = useState<Card | null>(null)
  const [layer, setLayer] = useState<Layer | null>(null)
  const { board, undo, redo } = draft
  const { run, isBusy, problem } = useTask()
  const publishReport = usePublish({ quiet: true })
  const isFull = board.tabs.reduce((sum, { cards }) => sum + cards.length, 0) >= BOARD_CARDS_MAX
  useUndoKeys(undo, redo)
  const add = (kind: keyof typeof EMPTY) =>
    onCard({ key: newKey(board, 'c'), title: '', x: 0, y: bottomOf(tab.cards), ...SIZES[kind], content: EMPTY[kind] })
  const leave = () =>
    run(async () => {
      await draft.finish()
      address.edit(false)
    })
  const publish = () =>
    run(async () => {
      await draft.flush()
      if (!(await publishReport({ id: report.id, version: draft.versionNow() }))) return
      await draft.finish()
      void message.success(t('reports.done.publish', { name: report.name }))
      address.edit(false)
    })
  const close = () => setLayer(null)
  return (
    <>
      <Step label={t('reports.editing.undo')} icon={<UndoIcon />} onClick={undo} />
      <Step label={t('reports.editing.redo')} icon={<RedoIcon />} onClick={redo} />
      <Dropdown
        disabled={isFull}
        trigger={['click']}
        onOpenChange={(isOpen) => isOpen && setCopied(copiedCard(space.id))}
        menu={{
          items: [
            { key: 'chart', label: t('reports.cards.chart'), onClick: onChart },
            ...(['saved', 'text', 'picture'] as const).map((kind) => ({
              key: kind,
              label: t(`reports.cards.${kind}`),
              onClick: () => add(kind),
            })),
            ...(copied
              ? [
                  {
                    key: 'paste',
                    label: t('reports.editing.paste', {
                      name: copied.title || t(`reports.cards.${copied.content.kind}`),
                    }),
                    // The shell shows a refusal.
                    onClick: () => void onPaste(copied).catch(() => {}),
                  },
                ]
              : []),
          ],
        }}
      >
        <MenuButton icon={<PlusOutlined />}>{t('reports.editing.add')}</MenuButton>
      </Dropdown>
      <Step label={t('reports.filters.title')} icon={<FilterOutlined />} onClick={() => setLayer('filters')} />
      <Step label={t('reports.settings.title')} icon={<SettingOutlined />} onClick={() => setLayer('settings')} />
      <Step label={t('reports.versions.title')} icon={<HistoryOutlined />} onClick={() => setLayer('versions')} />
      <Button disabled={isBusy} onClick={() => void leave()}>
        {t('reports.editing.done')}
      </Button>
      <Tooltip open={problem !== ''} title={problem}>
        <Button type="primary" loading={isBusy} onClick={() => void publish()}>
          {t('reports.publish')}
        </Button>
      </Tooltip>
      {layer === 'filters' && (
        <FiltersDrawer space={space} board={board} charts={charts} onChange={draft.change} onClose={close} />
      )}
      {layer === 'settings' && <SettingsDrawer board={board} onChange={draft.change} onClose={close} />}
      {layer === 'versions' && <VersionsDrawer space={space} report={report} draft={draft} onClose={close} />}
    </>
  )
}

function Step({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: (() => void) | null }) {
  return (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} disabled={!onClick} onClick={onClick ?? undefined} />
    </Tooltip>
  )
}

/** Fields have their own steps, and so has what is open over the board. */
const ELSEWHERE = 'input, textarea, [contenteditable], [role="dialog"]'
/** Ctrl or Cmd with Z undoes, with Shift or Y it is done again; fields keep their own. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof HTMLElement && event.target.closest(ELSEWHERE)
      if (isElsewhere || !(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const act = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : null
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo])
}
