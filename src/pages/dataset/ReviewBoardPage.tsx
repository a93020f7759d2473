import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenReviewBoard, PageData } from '#contract/pages/data.ts'
import { reviewPath } from '#contract/pages/paths.ts'
import { BoardReader } from '../BoardReader.tsx'
import MessagePage from '../MessagePage.tsx'
import type { PageProps } from '../page.ts'
import { inReading } from './words.ts'

const ReviewBoardCards = lazy(() => import('./ReviewBoardCards.tsx'))

/** A board of a submission for its reviewers and authors, also for reviewers without an account. */
export default function ReviewBoardPage(props: PageProps) {
  const { data } = props
  return data.reviewBoard ? <Page data={data} open={data.reviewBoard} /> : <MessagePage {...props} />
}

function Page({ data, open }: { data: PageData; open: OpenReviewBoard }) {
  const { t } = useTranslation()
  const { place, name } = open
  const title = inReading(open.title, data.lang)
  return (
    <BoardReader data={data} title={name} cards={<ReviewBoardCards open={open} />}>
      <p dir="auto">{'code' in place ? <a href={reviewPath(place.code)}>{title}</a> : title}</p>
      <p>{t('datasetBoards.submitted')}</p>
    </BoardReader>
  )
}
