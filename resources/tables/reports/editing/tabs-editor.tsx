import { DeleteOutlined, EditOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARD_TABS_MAX } from '#contract/core/limits.ts'
import type { Board, BoardTab } from '#contract/reports/board.ts'
import { NameDialog } from '../../name-dialog.tsx'
import { BoardTabs } from '../board-tabs.tsx'
import { newKey } from './arrange.ts'

type Props = { board: Board; tab: BoardTab; onOpen: (key: string) => void; onChange: (board: Board) => void }

/** The tabs of a board while it is edited: added, named, put in another order, removed with their cards. */
export function TabsEditor({ board, tab, onOpen, onChange }: Props) {
  const { t } = useTranslation()
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const { tabs } = board
  const at = tabs.findIndex(({ key }) => key === tab.key)
  const move = (to: number) => onChange({ ...board, tabs: tabs.toSpliced(at, 1).toSpliced(to, 0, tab) })
  function name(text: string) {
    if (naming === 'rename')
      return onChange({ ...board, tabs: tabs.map((one) => (one.key === tab.key ? { ...one, name: text } : one)) })
    const key = newKey(board, 't')
    onChange({ ...board, tabs: [...tabs, { key, name: text, cards: [] }] })
    onOpen(key)
  }
  const items = [
    { key: 'rename', icon: <EditOutlined />, label: t('reports.tabs.rename'), onClick: () => setNaming('rename') },
    {
      key: 'left',
      icon: <LeftOutlined />,
      label: t('reports.tabs.left'),
      disabled: at === 0,
      onClick: () => move(at - 1),
    },
    {
      key: 'right',
      icon: <RightOutlined />,
      label: t('reports.tabs.right'),
      disabled: at === tabs.length - 1,
      onClick: () => move(at + 1),
    },
    {
      key: 'remove',
      icon: <DeleteOutlined />,
      danger: true,
      label: t('reports.tabs.remove'),
      disabled: tabs.length === 1,
      onClick: () => {
        onChange({ ...board, tabs: tabs.toSpliced(at, 1) })
        onOpen((tabs[at - 1] ?? tabs[at + 1] ?? tab).key)
      },
    },
  ]
  return (
    <BoardTabs board={board} tab={tab} onOpen={onOpen}>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button type="text" size="small" icon={<EditOutlined />} aria-label={t('reports.tabs.change')} />
      </Dropdown>
      <Button
        type="text"
        size="small"
        icon={<PlusOutlined />}
        disabled={tabs.length >= BOARD_TABS_MAX}
        onClick={() => setNaming('new')}
      >
        {t('reports.tabs.add')}
      </Button>
      {naming && (
        <NameDialog
          title={t(naming === 'new' ? 'reports.tabs.add' : 'reports.tabs.rename')}
          label={t('reports.name.label')}
          name={naming === 'rename' ? tab.name : ''}
          isNeeded
          onSave={async (named) => name(named.name.trim())}
          onClose={() => setNaming(null)}
        />
      )}
    </BoardTabs>
  )
}
