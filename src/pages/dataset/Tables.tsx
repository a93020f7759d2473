import { useTranslation } from 'react-i18next'
import type { DatasetView } from '#contract/pages/data.ts'
import { formatCount } from '../../widgets/format.ts'
import { shownCell } from './cells.ts'

const KINDS = ['text', 'number', 'date', 'datetime', 'boolean', 'choice', 'choices', 'file', 'person'] as const
type Table = DatasetView['tables'][number]

/** The tables of the version: what their columns mean, and their first rows. */
export function Tables({ view }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">{t('datasets.tables')}</h2>
      {view.tables.map((table) => (
        <article key={table.id} className="dataset-table">
          <h3>
            <bdi>{table.name}</bdi>{' '}
            <small className="num">
              {t('datasets.rows', { count: table.rows, rows: formatCount(table.rows, i18n.language) })}
            </small>
          </h3>
          {table.description && <p dir="auto">{table.description}</p>}
          <Dictionary table={table} />
          {table.sample.length > 0 && <Sample table={table} />}
        </article>
      ))}
    </section>
  )
}

/** The descriptions of a table's columns. */
export function Dictionary({ table: { name, columns } }: { table: Pick<Table, 'name' | 'columns'> }) {
  const { t } = useTranslation()
  const kindOf = (type: string) => {
    const kind = KINDS.find((one) => one === type)
    return kind ? t(`datasets.cells.${kind}`) : type
  }
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('datasets.dictionaryOf', { name })}>
      <table className="plain-table">
        <caption>{t('datasets.dictionary')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('datasets.column')}</th>
            <th scope="col">{t('datasets.type')}</th>
            <th scope="col">{t('datasets.unit')}</th>
            <th scope="col">{t('datasets.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                <bdi>{column.name}</bdi>
              </th>
              <td>{kindOf(column.type)}</td>
              <td>{column.unit}</td>
              <td className="meaning">{column.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Sample({ table: { name, columns, sample } }: { table: Table }) {
  const { t } = useTranslation()
  return (
    <Rows label={t('datasets.sampleOf', { name })} caption={t('datasets.sample')} columns={columns} rows={sample} />
  )
}

type RowsProps = {
  label: string
  caption: string
  columns: readonly Pick<Table['columns'][number], 'name' | 'type'>[]
  /** As the files have them. */
  rows: readonly (readonly string[])[]
}
/** Some rows of a table. */
export function Rows({ label, caption, columns, rows }: RowsProps) {
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table className="plain-table sample num">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.name}
                {column.type === 'datetime' && <small>UTC</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column, place) => (
                <td key={column.name}>{shownCell(row[place] ?? '', column.type)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
