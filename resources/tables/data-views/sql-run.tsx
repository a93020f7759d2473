import { AlignLeftOutlined, CaretRightOutlined, StopOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews } from '#contract/data-views.ts'
import type { AnswerPage } from '#contract/queries/answer.ts'
import type { Look } from '#contract/queries/query.ts'
import type { SqlQuery } from '#contract/queries/sql.ts'
import { call } from '#providers/call.ts'
import { newRequestId } from '#providers/request-id.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import { formatBytes } from '../../../src/widgets/format.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { GridSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { shortcutHere } from '../../../src/widgets/shortcut.ts'
import { withTimeout } from '../../../src/widgets/with-timeout.ts'
import { AnswerGrid, type ReadPart } from './answer-grid.tsx'
import { AnswerStatus } from './answer-status.tsx'
import { Problems, useProblemSentence } from './problems.tsx'
import { QueryProgress } from './query-progress.tsx'
import type { SqlNames } from './sql-completion.ts'
import { SqlText, type SqlTextHandle } from './sql-text.tsx'

type Props = {
  spaceId: string
  viewId: string | null
  sql: SqlQuery
  names: SqlNames
  handle: RefObject<SqlTextHandle | null>
  onText: (text: string) => void
}
/** SQL that was run, as JSON; another round runs the same again. */
type Asked = { text: string; round: number }

/** The SQL, and the result of its last run. */
export function SqlRun({ spaceId, viewId, sql, names, handle, onText }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isAnswered, setAnswered] = useState(false)
  const [requestId] = useState(newRequestId)
  const showAnswered = useCallback(() => setAnswered(true), [])
  const [isUnformatted, setUnformatted] = useState(false)
  const checked = useQuery({
    queryKey: ['dataViews', spaceId, 'sql', asked],
    queryFn: ({ signal }) => {
      const definition = { sql: JSON.parse(asked?.text ?? '') as SqlQuery }
      return call(
        dataViews.check,
        { spaceId, definition, ...(viewId && { id: viewId }) },
        { quiet: true, signal, requestId },
      )
    },
    enabled: asked !== null,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const limits = useQuery({
    queryKey: ['dataViews', 'limits'],
    queryFn: () => call(dataViews.limits, {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const problems = asked ? (checked.data?.problems ?? []) : []
  const isRunning = asked !== null && !checked.error && problems.length === 0 && !isAnswered
  const start = () => {
    if (!sql.text.trim()) return
    setAnswered(false)
    setAsked({ text: JSON.stringify(sql), round: (asked?.round ?? 0) + 1 })
  }
  async function format() {
    const { formatDialect, duckdb } = await withTimeout(import('sql-formatter'))
    try {
      handle.current?.set(formatDialect(sql.text, { dialect: duckdb, keywordCase: 'upper' }))
      setUnformatted(false)
    } catch {
      // Incomplete SQL stays as it is.
      setUnformatted(true)
    }
  }
  const sentenceOf = useProblemSentence()
  const [first] = problems
  const problem = useMemo(
    () => (first?.at ? { sentence: sentenceOf({ ...first, at: undefined }), at: first.at } : null),
    [first, sentenceOf],
  )
  return (
    <div className="view-preview">
      <SqlText
        label={t('dataViews.sql.text')}
        text={sql.text}
        names={names}
        problem={problem}
        handle={handle}
        onChange={onText}
        onRun={start}
      />
      <div className="sql-bar">
        {isRunning ? (
          <Button icon={<StopOutlined />} onClick={() => setAsked(null)}>
            {t('dataViews.sql.stop')}
          </Button>
        ) : (
          <Button
            type="primary"
            icon={<CaretRightOutlined />}
            title={shortcutHere('Ctrl+Enter')}
            disabled={!sql.text.trim()}
            onClick={start}
          >
            {t('dataViews.sql.run')}
          </Button>
        )}
        <Button type="text" icon={<AlignLeftOutlined />} disabled={!sql.text.trim()} onClick={() => void format()}>
          {t('dataViews.sql.format')}
        </Button>
        <Problem text={isUnformatted ? t('dataViews.sql.unformatted') : ''} />
        <span className="space" />
        {limits.data && (
          <small>
            {t('dataViews.sql.limits', {
              seconds: limits.data.seconds,
              memory: formatBytes(limits.data.memoryBytes, 0),
            })}
          </small>
        )}
      </div>
      <Problems problems={problems} />
      {asked === null && <Empty title={t('dataViews.sql.result')} hint={t('dataViews.sql.resultHint')} />}
      {asked && checked.error && <NotLoaded error={checked.error} onRetry={start} isInline />}
      {isRunning && <QueryProgress reqId={requestId} isStoppedElsewhere />}
      {asked && checked.isFetching && <GridSkeleton />}
      {asked && checked.data && !checked.isFetching && problems.length === 0 && (
        <Answer
          key={asked.round}
          spaceId={spaceId}
          text={asked.text}
          requestId={requestId}
          columns={checked.data.columns}
          onAnswered={showAnswered}
        />
      )}
    </div>
  )
}

type AnswerProps = {
  spaceId: string
  text: string
  requestId: string
  columns: AnswerPage['columns']
  onAnswered: () => void
}
const PLAIN: Look = { filter: [], sort: [] }

function Answer({ spaceId, text, requestId, columns, onAnswered }: AnswerProps) {
  const { t } = useTranslation()
  const [look, setLook] = useState(PLAIN)
  const read: ReadPart = useCallback(
    async (part, signal) => {
      const definition = { sql: JSON.parse(text) as SqlQuery }
      try {
        return await call(
          dataViews.answer,
          { spaceId, definition, ...look, ...part },
          { quiet: true, signal, requestId },
        )
      } finally {
        onAnswered()
      }
    },
    [spaceId, text, look, onAnswered, requestId],
  )
  return (
    <AnswerGrid
      key={JSON.stringify(look)}
      label={t('dataViews.sql.result')}
      spaceId={spaceId}
      columns={columns}
      look={look}
      onLook={setLook}
      read={read}
      isSmall
      footer={(answered) => <AnswerStatus answered={answered} columns={columns.length} />}
    />
  )
}
