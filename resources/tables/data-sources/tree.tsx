import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceTable } from '#contract/data-sources.ts'
import { formatCount } from '../../../src/widgets/format.ts'
import { MoreButton } from '../../../src/widgets/MoreButton.tsx'
import { SearchField } from '../../../src/widgets/SearchField.tsx'
import { LinesSkeleton } from '../../../src/widgets/Skeleton.tsx'
import type { SourceAddress } from './address.ts'
import type { SourceTables } from './use-source-tables.ts'

type Props = { query: SourceTables; q: string; onSearch: (q: string) => void; address: SourceAddress }

/** Tables by their schema, which come one after the other. */
function bySchema(list: readonly SourceTable[]): [string, SourceTable[]][] {
  const schemas = new Map<string, SourceTable[]>()
  for (const table of list) schemas.set(table.schema, [...(schemas.get(table.schema) ?? []), table])
  return [...schemas]
}

/** The arrows move among the tables, as in every list. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('summary, details[open] button')]
  const next = all[all.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The schemas and tables that the account of a data source may read. */
export function SourceTree({ query, q, onSearch, address }: Props) {
  const { t, i18n } = useTranslation()
  const { list } = query
  return (
    <nav className="source-tree" aria-label={t('dataSources.tables')} onKeyDown={walk}>
      <SearchField label={t('dataSources.browse.search')} q={q} onSearch={onSearch} />
      {query.isLoading && <LinesSkeleton rows={6} />}
      {query.isSuccess && !list.length && (
        <p className="soft">{t(q ? 'dataSources.browse.noHit' : 'dataSources.browse.none')}</p>
      )}
      {bySchema(list).map(([schema, tables]) => (
        <details key={schema} open>
          <summary title={schema}>{schema}</summary>
          <ul>
            {tables.map(({ name, kind, rows }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-current={address.at?.schema === schema && address.at.table === name}
                  title={name}
                  onClick={() => address.pick({ schema, table: name })}
                >
                  <span>{name}</span>
                  <small className="num">
                    {kind === 'view'
                      ? t('dataSources.browse.view')
                      : rows !== null &&
                        t('dataSources.browse.rows', { count: rows, shown: formatCount(rows, i18n.language) })}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <MoreButton query={query} />
    </nav>
  )
}
