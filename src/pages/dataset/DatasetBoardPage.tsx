import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenDatasetBoard, PageData } from '#contract/pages/data.ts'
import { datasetBoardPath, datasetPath } from '#contract/pages/paths.ts'
import { BoardReader } from '../BoardReader.tsx'
import { EntryButtons } from '../EntryButtons.tsx'
import MessagePage from '../MessagePage.tsx'
import type { PageProps } from '../page.ts'
import { inReading } from './words.ts'

const DatasetBoardCards = lazy(() => import('./DatasetBoardCards.tsx'))

/** A board of a published dataset, over the data as they were published. */
export default function DatasetBoardPage(props: PageProps) {
  const { data } = props
  return data.datasetBoard ? <Page data={data} place={data.datasetBoard} /> : <MessagePage {...props} />
}

function Page({ data, place }: { data: PageData; place: OpenDatasetBoard }) {
  const { t } = useTranslation()
  const { id, number, board, name, title } = place
  return (
    <BoardReader
      data={data}
      title={name}
      cards={<DatasetBoardCards place={place} />}
      right={<EntryButtons data={data} callback={datasetBoardPath(id, number, board)} />}
    >
      <p>
        <a href={datasetPath(id, number)} dir="auto">
          {inReading(title, data.lang)}
        </a>
      </p>
      <p>
        {t('datasets.version', { number })} · {t('datasetBoards.frozen')}
      </p>
    </BoardReader>
  )
}
