import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { boardPath } from '#contract/pages/paths.ts'
import type { Board } from '#contract/reports/board.ts'
import { reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { NameDialog } from '../name-dialog.tsx'

export const emptyBoard = (tab: string): Board => ({
  tabs: [{ key: 't1', name: tab, cards: [] }],
  filters: [],
  refreshSeconds: 0,
  pageSeconds: 30,
})

/** Asks for the name of a new board, and opens it to be edited. */
export function NewBoard({ space, onClose }: { space: Space; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const renew = useResourceRenewal('reports')
  return (
    <NameDialog
      title={t('reports.createBoard')}
      label={t('reports.name.label')}
      isNeeded
      onSave={async ({ name }) => {
        const content = { kind: 'board' as const, board: emptyBoard(t('reports.tabs.first')) }
        const { id } = await call(reports.create, { spaceId: space.id, name, content }, { quiet: true })
        renew()
        void navigate(`${boardPath(id)}?edit=1`)
      }}
      onClose={onClose}
    />
  )
}
