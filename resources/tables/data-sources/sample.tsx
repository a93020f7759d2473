import { KeyOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { SourceColumn } from '#contract/data-sources.ts'
import type { Sampled } from './reading.ts'

/** The columns of a table with their types there, above its first rows. */
export function Sample({ label, seen: { columns, sample } }: { label: string; seen: Sampled }) {
  const { t } = useTranslation()
  return (
    <div className="source-sample" tabIndex={0} role="region" aria-label={t('dataSources.browse.sample')}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-numeric={column.cellType === 'number'}>
                <Heading column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td
                  key={columns[place]?.name}
                  data-numeric={columns[place]?.cellType === 'number'}
                  title={cell ?? undefined}
                >
                  {cell ?? <i>NULL</i>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">
        {t(sample.length ? 'dataSources.browse.first' : 'dataSources.browse.noRows', { count: sample.length })}
      </p>
    </div>
  )
}

function Heading({ column: { name, type, isKey } }: { column: SourceColumn }) {
  const { t } = useTranslation()
  return (
    <>
      <span title={name}>
        {isKey && <KeyOutlined role="img" aria-label={t('dataSources.browse.key')} />} {name}
      </span>
      <small title={type}>{type}</small>
    </>
  )
}
