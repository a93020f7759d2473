import { Button, Segmented } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportResult, ImportRow } from '#contract/users.ts'
import { formatCount } from '../../src/widgets/format.ts'
import { type Column, RecordTable } from '../../src/widgets/RecordTable.tsx'
import { ChangeLine, isColumn } from './import-changes.tsx'

/** Number of rows shown at first and added at a time; thousands at once would make the page slow. */
const STEP = 100
const outcomes = ['error', 'create', 'update', 'same'] as const

/** The result of a sheet row by row; rows with problems first. */
export function ImportRows({ result }: { result: ImportResult }) {
  const { t, i18n } = useTranslation()
  const [shown, setShown] = useState<'all' | ImportRow['outcome']>('all')
  const [limit, setLimit] = useState(STEP)
  const rows = outcomes
    .filter((outcome) => shown === 'all' || shown === outcome)
    .flatMap((outcome) => result.rows.filter((row) => row.outcome === outcome))
  const count = (value: number) => formatCount(value, i18n.language)
  const choices = [
    { value: 'all' as const, label: `${t('users.import.all')} ${count(result.rows.length)}` },
    ...outcomes
      .filter((value) => result.counts[value] > 0)
      .map((value) => ({ value, label: `${outcomeWord(t, value, !result.isDryRun)} ${count(result.counts[value])}` })),
  ]
  const columns: Column<ImportRow>[] = [
    { key: 'row', label: t('users.import.row'), isNumeric: true, render: ({ row }) => row },
    {
      key: 'outcome',
      label: t('users.import.outcome'),
      render: (row) => <Outcome row={row} isDone={!result.isDryRun} />,
    },
    {
      key: 'email',
      label: t('users.columns.emailAccounts'),
      render: ({ emailAccounts }) => <Clamped text={emailAccounts} />,
    },
    { key: 'name', label: t('users.columns.name'), render: ({ name }) => <Clamped text={name} /> },
    { key: 'details', label: t('users.import.details'), render: (row) => <Details row={row} /> },
  ]
  return (
    <>
      <Segmented
        className="import-choice num"
        value={shown}
        onChange={(value) => {
          setShown(value)
          setLimit(STEP)
        }}
        options={choices}
      />
      <RecordTable
        label={t('users.import.rows')}
        rows={rows.slice(0, limit)}
        keyOf={({ row }) => String(row)}
        columns={columns}
        card={(row) => <Card row={row} isDone={!result.isDryRun} />}
      >
        {rows.length > limit && (
          <div className="records-more num">
            <Button size="small" onClick={() => setLimit(limit + STEP)}>
              {t('common.more')}
            </Button>
          </div>
        )}
      </RecordTable>
    </>
  )
}

const looks = { error: 'tag bad', create: 'tag good', update: 'tag warn', same: 'tag' } as const

/** What a row would do, and once it is imported, what it did. */
function outcomeWord(t: TFunction<'texts'>, outcome: ImportRow['outcome'], isDone: boolean): string {
  if (isDone && outcome === 'create') return t('users.import.outcomes.created')
  if (isDone && outcome === 'update') return t('users.import.outcomes.updated')
  return t(`users.import.outcomes.${outcome}`)
}

function Outcome({ row, isDone }: { row: ImportRow; isDone: boolean }) {
  const { t } = useTranslation()
  return <span className={looks[row.outcome]}>{outcomeWord(t, row.outcome, isDone)}</span>
}

/** The problem of a row, or its changes. */
function Details({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  if (row.changes.length)
    return (
      <ul className="import-changes">
        {row.changes.map((change) => (
          <li key={change.field}>
            <ChangeLine {...change} />
          </li>
        ))}
      </ul>
    )
  return (
    <ul className="import-problems">
      {row.problems.map(({ field, message }) => (
        <li key={field + message}>
          {isColumn(field) && <b>{t('users.import.problem', { field: t(`users.columns.${field}`) })}</b>}
          {message}
        </li>
      ))}
    </ul>
  )
}

function Card({ row, isDone }: { row: ImportRow; isDone: boolean }) {
  return (
    <div className="import-card">
      <p className="num">
        <Outcome row={row} isDone={isDone} /> {row.row} · <Clamped text={row.name} />
      </p>
      <small>
        <Clamped text={row.emailAccounts} />
      </small>
      <Details row={row} />
    </div>
  )
}

/** Cells of a sheet may be of any length, so only the first lines are shown. */
function Clamped({ text }: { text: string }) {
  return (
    <span className="import-clamped" title={text}>
      {text}
    </span>
  )
}
