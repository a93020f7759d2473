import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { boardPath, spacePath } from '#contract/pages/paths.ts'
import type { OpenBoard as BoardShape } from '#contract/reports/reading.ts'
import { BoardReader } from '../BoardReader.tsx'
import { EntryButtons } from '../EntryButtons.tsx'
import type { PageProps } from '../page.ts'

const OpenBoard = lazy(() => import('./OpenBoard.tsx'))

/** A board of a public space, for those who are not signed in: what anyone may see of it. */
export default function BoardPage({ data }: PageProps) {
  return data.board ? <Page data={data} board={data.board} /> : null
}

function Page({ data, board }: { data: PageData; board: BoardShape }) {
  const { t } = useTranslation()
  return (
    <BoardReader
      data={data}
      title={board.name}
      cards={<OpenBoard board={board} />}
      right={<EntryButtons data={data} callback={boardPath(board.id)} />}
    >
      <p>
        <a href={spacePath(board.spaceId)}>{board.spaceName}</a>
      </p>
      <p>{t('shareAccess.board.open')}</p>
    </BoardReader>
  )
}
