import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConfigValue, health } from '#contract/health.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FilterRow } from '../../widgets/FilterRow.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { RecordSkeleton, RecordTable } from '../../widgets/RecordTable.tsx'
import { SearchField } from '../../widgets/SearchField.tsx'
import './health.css'

/** Each key of the configuration with its source, and the support bundle. */
export default function Configuration() {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const query = useQuery({
    queryKey: ['health', 'configuration'],
    queryFn: ({ signal }) => call(health.configuration, {}, { quiet: true, signal }),
  })
  const wanted = q.trim().toLowerCase()
  const rows = (query.data ?? []).filter(({ key, means }) => `${key} ${means}`.toLowerCase().includes(wanted))
  return (
    <div className="health-page">
      <p className="health-hint">{t('health.configuration.hint')}</p>
      <FilterRow
        onClear={null}
        end={
          <Button
            icon={<DownloadOutlined />}
            href={addressOf(health.bundle, {})}
            download
            title={t('health.configuration.bundleHint')}
          >
            {t('health.configuration.bundle')}
          </Button>
        }
      >
        <SearchField q={q} label={t('health.configuration.search')} onSearch={setQ} />
      </FilterRow>
      {query.isLoading ? (
        <RecordSkeleton />
      ) : query.isError ? (
        <NotLoaded title={t('health.configuration.loadFailed')} error={query.error} onRetry={query.refetch} />
      ) : rows.length ? (
        <Rows rows={rows} />
      ) : (
        <Empty title={t('health.configuration.noHit')} hint={t('health.configuration.noHitHint')} />
      )}
    </div>
  )
}

function Rows({ rows }: { rows: readonly ConfigValue[] }) {
  const { t } = useTranslation()
  const value = (row: ConfigValue) =>
    row.value ? <code>{row.value}</code> : <span className="record-dash">{t('health.configuration.none')}</span>
  const from = (row: ConfigValue) => t(`health.configuration.sources.${row.from}`)
  const name = (row: ConfigValue) => (
    <span className="record-two">
      <code>{row.key}</code>
      <small className="health-meaning">{row.means}</small>
    </span>
  )
  return (
    <RecordTable
      label={t('health.configuration.title')}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'key', label: t('health.configuration.columns.key'), render: name },
        { key: 'value', label: t('health.configuration.columns.value'), render: value },
        { key: 'from', label: t('health.configuration.columns.from'), render: from },
      ]}
      card={(row) => (
        <div className="record-card">
          {name(row)}
          <p>
            {value(row)} {from(row)}
          </p>
        </div>
      )}
    />
  )
}
