import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPARE_DIFFERENCES_MAX } from '#contract/core/limits.ts'
import { suffixOf } from '#contract/files.ts'
import { isViewedBy } from '#contract/preview.ts'
import { bytesAt } from '../../preview/bytes-at.ts'
import { useLoaded } from '../../preview/use-loaded.ts'
import { type Asker, askWorker } from '../../preview/worker-calls.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatList } from '../../widgets/format.ts'
import type { SidesProps } from './sides.ts'
import type { TableCalls } from './table.worker.ts'
import type { RowDifference, TableDifferences } from './table-differences.ts'

/** Compares two tables by rows, matched by a common column; they are parsed in a worker. */
export default function CompareTables({ name, left, right }: SidesProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<string | null>(null)
  const opened = useLoaded(
    async (signal) => {
      const worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' })
      signal.addEventListener('abort', () => worker.terminate())
      const asker = askWorker<TableCalls>(worker)
      const [before, after] = await Promise.all([bytesAt(left.address, signal), bytesAt(right.address, signal)])
      const kind = isViewedBy('csv', suffixOf(name)) ? ('delimited' as const) : ('workbook' as const)
      return { asker, sheets: await asker.ask('open', { before, after, kind }, [before, after]) }
    },
    [left.address, right.address, name],
  )
  if (!opened) return <div className="stage-note">{t('preview.loading')}</div>
  const { asker, sheets } = opened
  const sheet = chosen ?? sheets[0]
  if (sheet === undefined) return <Empty title={t('versions.compare.noSheet')} />
  return (
    <div className="table-differences">
      <Sheet key={sheet} asker={asker} sheet={sheet}>
        {sheets.length > 1 && (
          <Choice label={t('versions.compare.sheet')} value={sheet} all={sheets} onChange={choose} />
        )}
      </Sheet>
    </div>
  )
}

type ChoiceProps = { label: string; value: string; all: readonly string[]; onChange: (value: string) => void }

function Choice({ label, value, all, onChange }: ChoiceProps) {
  const options = all.map((one) => ({ value: one, label: one }))
  return <Select size="small" prefix={label} aria-label={label} value={value} options={options} onChange={onChange} />
}

type SheetProps = { asker: Asker<TableCalls>; sheet: string; children: ReactNode }

function Sheet({ asker, sheet, children }: SheetProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<string | null>(null)
  const columns = useLoaded(() => asker.ask('columns', sheet), [asker, sheet])
  if (!columns) return <div className="stage-note">{t('preview.loading')}</div>
  const key = chosen ?? columns[0] ?? ''
  return (
    <Differences key={key} asker={asker} by={key}>
      {children}
      <Choice label={t('versions.compare.key')} value={key} all={columns} onChange={choose} />
    </Differences>
  )
}

type Props = { asker: Asker<TableCalls>; by: string; children: ReactNode }

function Differences({ asker, by, children }: Props) {
  const { t } = useTranslation()
  const differences = useLoaded(() => asker.ask('compare', by), [asker, by])
  return (
    <>
      <div className="table-differences-head">
        {children}
        {differences ? <Tally differences={differences} /> : <span className="soft">{t('preview.loading')}</span>}
      </div>
      <div className="table-differences-scroll">
        <table>
          <thead>
            <tr>
              <th>{by}</th>
              <th>{t('versions.compare.state')}</th>
              <th>{t('versions.compare.cells')}</th>
            </tr>
          </thead>
          <tbody>
            {differences?.rows.map((row, at) => (
              <Row key={at} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Tally({ differences }: { differences: TableDifferences }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      {(['changed', 'added', 'removed', 'unchanged'] as const).map((name) => (
        <span key={name} className="num">
          {t(`versions.compare.${name}`, { count: differences[name] })}
        </span>
      ))}
      {(['columnsAdded', 'columnsRemoved'] as const).map(
        (name) =>
          differences[name].length > 0 && (
            <span key={name}>
              {t(`versions.compare.${name}`, { names: formatList(differences[name], i18n.language) })}
            </span>
          ),
      )}
      {differences.repeated > 0 && <span>{t('versions.compare.repeated', { count: differences.repeated })}</span>}
      {differences.rows.length === COMPARE_DIFFERENCES_MAX && (
        <span>{t('versions.compare.shown', { count: COMPARE_DIFFERENCES_MAX })}</span>
      )}
    </>
  )
}

function Row({ row: { state, key, cells } }: { row: RowDifference }) {
  const { t } = useTranslation()
  return (
    <tr>
      <td>{key}</td>
      <td>{t(`versions.compare.states.${state}`)}</td>
      <td>
        {cells.map(({ column, before, after }) => (
          <span key={column}>
            {column}: {before && <del>{before}</del>}
            {after && <ins>{after}</ins>}{' '}
          </span>
        ))}
      </td>
    </tr>
  )
}
