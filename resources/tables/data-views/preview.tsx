import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews } from '#contract/data-views.ts'
import type { AnswerPage } from '#contract/queries/answer.ts'
import type { FieldSort, Query } from '#contract/queries/query.ts'
import { call } from '#providers/call.ts'
import { newRequestId } from '#providers/request-id.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { GridSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { AnswerGrid, type ReadPart } from './answer-grid.tsx'
import { AnswerStatus } from './answer-status.tsx'
import { QueryProgress } from './query-progress.tsx'
import type { CheckedDraft } from './use-draft.ts'

type Props = {
  spaceId: string
  query: Query | null
  draft: CheckedDraft
  onPage: (page: AnswerPage) => void
  onChange: (query: Query) => void
}

/** The rows that a draft would show, as soon as it can be answered. */
export function Preview({ spaceId, query, draft, onPage, onChange }: Props) {
  const { t } = useTranslation()
  const { checked, isChecked, text, error, retry } = draft
  const [requestId] = useState(newRequestId)
  const read: ReadPart = useCallback(
    (part, signal) => {
      const definition = { query: JSON.parse(text) as Query }
      return call(dataViews.answer, { spaceId, definition, ...part }, { quiet: true, signal, requestId })
    },
    [spaceId, text, requestId],
  )
  if (!query) return <Empty title={t('dataViews.preview')} hint={t('dataViews.previewHint')} />
  if (error) return <NotLoaded error={error} onRetry={retry} isInline />
  if (!checked || !isChecked) return <GridSkeleton />
  if (checked.problems.length || checked.columns.length === 0) return null
  return (
    <AnswerGrid
      key={text}
      label={t('dataViews.preview')}
      spaceId={spaceId}
      columns={checked.columns}
      look={{ filter: [], sort: query.sort }}
      onLook={({ sort }: { sort: FieldSort }) => onChange({ ...query, sort })}
      read={read}
      onPage={onPage}
      isSmall
      footer={(answered) => (
        <>
          {!answered && <QueryProgress reqId={requestId} />}
          <AnswerStatus answered={answered} columns={checked.columns.length} />
        </>
      )}
    />
  )
}
