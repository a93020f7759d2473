import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/tables/columns.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { fittingNumber } from '../../src/grid/fitting-number.ts'
import type { CellView } from '../../src/grid/types.ts'
import { GridSkeleton } from '../../src/widgets/Skeleton.tsx'
import { useRested } from '../../src/widgets/use-rested.ts'
import { showValue } from './show-value.ts'
import { useWords } from './use-words.ts'

/** Columns beside the result (our choice). */
const SHOWN_COLUMNS = 3

type Place = Pick<DataTable, 'spaceId' | 'id'>
type Props = {
  table: Pick<DataTable, 'spaceId' | 'id' | 'change'>
  column: number | null
  columns: readonly Column[]
  formula: string
  /** The columns that it reads. */
  reads: readonly number[]
  /** Stands above the results, unless the formula is refused. */
  children: ReactNode
}
type Trial = Awaited<ReturnType<typeof trialOf>>

/** The results of a formula, and the cells of its rows that it reads. */
async function trialOf(
  { spaceId, id, column, formula, inputs }: Place & { column: number | null; formula: string; inputs: number[] },
  signal: AbortSignal,
) {
  const trial = await call(tables.tryFormula, { spaceId, id, column, formula }, { quiet: true, signal })
  const wish = { spaceId, id, columns: inputs, first: 0, count: Math.max(1, trial.rows.length) }
  const page = inputs.length ? await call(tables.rows, wish, { quiet: true, signal }) : null
  return { ...trial, names: new Map(Object.entries(page?.names ?? {})), read: page?.rows ?? [] }
}

/** The results of a formula in the first rows, beside the values that it reads, while it is typed. */
export function FormulaTrial({ table, column, columns, formula, reads, children }: Props) {
  const { spaceId, id, change } = table
  const tried = useRested(formula)
  const inputs = reads.slice(0, SHOWN_COLUMNS)
  const { data, error } = useQuery({
    queryKey: ['tables', spaceId, 'trial', id, change, column, tried, inputs],
    queryFn: ({ signal }) => trialOf({ spaceId, id, column, formula: tried, inputs }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (error)
    return (
      <p className="formula-problem" role="alert">
        {sentenceOf(error)}
      </p>
    )
  return (
    <>
      {children}
      {data ? <Results trial={data} column={column} columns={columns} inputs={inputs} /> : <GridSkeleton rows={3} />}
    </>
  )
}

type ResultsProps = Pick<Props, 'column' | 'columns'> & { trial: Trial; inputs: readonly number[] }

function Results({ trial, column, columns, inputs }: ResultsProps) {
  const { t } = useTranslation()
  const words = useWords(trial.names, columns)
  if (trial.rows.length === 0) return <p className="formula-type">{t('tableFormulas.noRows')}</p>
  const known = columns.filter((one) => inputs.includes(one.id))
  const byId = new Map(trial.read.map((row) => [row.id, row.cells]))
  const format = columns.find((one) => one.id === column)?.format ?? {}
  const result = { ...EMPTY_COLUMN, type: trial.type, format }
  return (
    <table className="formula-trial num">
      <caption>{t('tableFormulas.firstRows')}</caption>
      <thead>
        <tr>
          {known.map(({ id: key, name }) => (
            <th key={key}>{name}</th>
          ))}
          <th>{t('tableFormulas.result')}</th>
        </tr>
      </thead>
      <tbody>
        {trial.rows.map(({ id: row, value, error: reason }) => {
          const view = showValue(result, value, reason ?? undefined, words)
          return (
            <tr key={row}>
              {known.map((one) => {
                const cell = byId.get(row)?.[inputs.indexOf(one.id)] ?? null
                const seen = showValue({ ...one, rules: {}, options: [] }, cell, undefined, words)
                return <td key={one.id}>{seen.shown ?? seen.text}</td>
              })}
              <td>{view.kind === 'error' ? <span className="warns">{view.problem}</span> : <Result view={view} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
/** Figures of a result that are shown; a title has all of them (our choice). */
const FIGURES = 10
const isShort = (text: string) => text.replaceAll(/^-?0\.0*|\D/g, '').length <= FIGURES

function Result({ view: { kind, text, shown = text } }: { view: CellView }) {
  if (kind !== 'number') return shown
  const short = fittingNumber(shown, isShort)
  return short === shown ? shown : <span title={shown}>{short}</span>
}
const EMPTY_COLUMN = {
  id: 0,
  name: '',
  description: '',
  unit: '',
  options: [],
  vocabularyId: null,
  rules: {},
  formula: null,
}
