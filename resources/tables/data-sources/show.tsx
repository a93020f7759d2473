import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { type DataSource, dataSources } from '#contract/data-sources.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { PropertiesSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { useTitle } from '../../../src/widgets/use-title.ts'
import { BackTitle } from '../back-title.tsx'
import type { SourceAddress, SourceSheet } from './address.ts'
import { SourceBrowser } from './browser.tsx'
import { SourceImports } from './imports.tsx'
import { placeOf, SourceMenu } from './list.tsx'
import { useSourceMenu } from './menu.tsx'

type Props = { space: Space; sourceId: string; address: SourceAddress }

/** One data source: its tables, and the imports from it. */
export function SourcePage({ space, sourceId, address }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['dataSources', space.id, 'one', sourceId],
    queryFn: () => call(dataSources.show, { spaceId: space.id, id: sourceId }, { quiet: true }),
  })
  useTitle(data ? data.name : null)
  if (data) return <Loaded space={space} source={data} address={address} />
  if (!error) return <PropertiesSkeleton />
  return (
    <NotLoaded error={error} onRetry={refetch}>
      <Button onClick={() => address.open(null)}>{t('dataSources.all')}</Button>
    </NotLoaded>
  )
}

function Loaded({ space, source, address }: { space: Space; source: DataSource; address: SourceAddress }) {
  const { t } = useTranslation()
  const { drawer, mayEdit, edit } = useSourceMenu(space, source)
  const { sheet, show } = address
  return (
    <section className="table-page source-page" aria-label={source.name}>
      <header className="table-head">
        <BackTitle name={source.name} list={t('dataSources.all')} onBack={() => address.open(null)} />
        <span className="tag">{t(`dataSources.kinds.${source.kind}`)}</span>
        <span className="table-about" title={placeOf(source)}>
          {placeOf(source)}
        </span>
        <span className="space" />
        <SourceMenu space={space} source={source} onGone={() => address.open(null)} />
        {drawer}
      </header>
      <div className="view-bar">
        <Segmented<SourceSheet>
          value={sheet}
          onChange={show}
          options={[
            { value: 'tables', label: t('dataSources.tables') },
            { value: 'imports', label: t('sourceImports.countedTitle', { count: source.imports }) },
          ]}
        />
      </div>
      {sheet === 'imports' ? (
        <SourceImports space={space} source={source} address={address} />
      ) : (
        <SourceBrowser space={space} source={source} address={address} onEdit={mayEdit ? edit : null} />
      )}
    </section>
  )
}
