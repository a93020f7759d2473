import { useTranslation } from 'react-i18next'
import type { Board, BoardTab } from '#contract/reports/board.ts'

type Props = { board: Board; tab: BoardTab; onOpen: (key: string) => void; children?: React.ReactNode }

/** The tabs of a board; renders nothing for a single one that can't be changed. */
export function BoardTabs({ board, tab, onOpen, children }: Props) {
  const { t } = useTranslation()
  if (board.tabs.length < 2 && !children) return null
  return (
    <nav className="board-tabs" aria-label={t('reports.tabs.title')}>
      {board.tabs.map(({ key, name }, at) => (
        <button
          key={key}
          type="button"
          title={name}
          aria-current={key === tab.key ? 'page' : undefined}
          onClick={() => onOpen(key)}
        >
          {name || t('reports.tabs.unnamed', { number: at + 1 })}
        </button>
      ))}
      {children}
    </nav>
  )
}
