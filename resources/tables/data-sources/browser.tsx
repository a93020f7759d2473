import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataSource } from '#contract/data-sources.ts'
import type { Space } from '#contract/spaces.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { LinesSkeleton } from '../../../src/widgets/Skeleton.tsx'
import type { SourceAddress } from './address.ts'
import { ImportDrawer } from './import-drawer.tsx'
import { NotReached } from './not-reached.tsx'
import { Sample } from './sample.tsx'
import { SourceTree } from './tree.tsx'
import { useSampled } from './use-sampled.ts'
import { useSourceTables } from './use-source-tables.ts'

type Props = {
  space: Space
  source: DataSource
  address: SourceAddress
  /** Opens the form of the connection; null for those who may not. */
  onEdit: (() => void) | null
}

/** The tables of a data source at the left, and of one of them the columns and first rows. */
export function SourceBrowser({ space, source, address, onEdit }: Props) {
  const { at } = address
  const [q, setQ] = useState('')
  const query = useSourceTables({ spaceId: space.id, sourceId: source.id, q })
  if (query.error && !query.list.length)
    return <NotReached error={query.error} onRetry={query.refetch} onEdit={onEdit} />
  return (
    <div className="source-browser" data-open={at !== null}>
      <SourceTree query={query} q={q} onSearch={setQ} address={address} />
      <SourceTablePane space={space} source={source} address={address} onEdit={onEdit} />
    </div>
  )
}

function SourceTablePane({ space, source, address, onEdit }: Props) {
  const { t } = useTranslation()
  const { at } = address
  const query = useSampled({ spaceId: space.id, sourceId: source.id, at })
  const [isImporting, setImporting] = useState(false)
  if (!at)
    return (
      <div className="source-pane">
        <Empty title={t('dataSources.browse.choose')} hint={t('dataSources.browse.chooseHint')} />
      </div>
    )
  return (
    <section className="source-pane" aria-label={`${at.schema}.${at.table}`}>
      <header>
        <Button className="source-back" size="small" onClick={() => address.pick(null)}>
          {t('dataSources.browse.back')}
        </Button>
        <h3 title={`${at.schema}.${at.table}`}>
          <small>{at.schema}.</small>
          {at.table}
        </h3>
        {query.data && (
          <span className="soft num">{t('dataSources.browse.columns', { count: query.data.columns.length })}</span>
        )}
        <span className="space" />
        <Button type="primary" disabled={!query.data} onClick={() => setImporting(true)}>
          {t('sourceImports.create')}
        </Button>
      </header>
      {query.data ? (
        <Sample label={at.table} seen={query.data} />
      ) : query.error ? (
        <NotReached error={query.error} onRetry={query.refetch} onEdit={onEdit} />
      ) : (
        <LinesSkeleton rows={6} />
      )}
      {isImporting && (
        <ImportDrawer
          space={space}
          source={source}
          asked={{ at }}
          onClose={() => setImporting(false)}
          onMade={(id) => address.openImport(id)}
        />
      )}
    </section>
  )
}
