import { useInfiniteList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SiteInstrument } from '#contract/instruments.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { usePageSize } from '../../src/widgets/RecordMore.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'
import { filtersOf, pathOfInstrument, spaceInstrumentsPath, useAddress } from './address.ts'
import { InstrumentCard, useColumns } from './columns.tsx'
import { InstrumentFilters } from './filters.tsx'
import { InstrumentTable } from './table.tsx'

/** The instruments of all spaces, for administrators; each is opened, and changed, in its space. */
export default function SiteInstruments() {
  const { t } = useTranslation()
  const address = useAddress()
  const { view } = address
  const size = usePageSize()
  const [name, ...others] = useColumns<SiteInstrument>(pathOfInstrument)
  const { query } = useInfiniteList<SiteInstrument>({
    resource: 'instruments',
    pagination: { pageSize: size.value },
    filters: Object.entries(filtersOf(view)).map(([field, value]) => ({ field, operator: 'eq' as const, value })),
    sorters: [{ field: view.sort, order: view.order }],
    queryOptions: { placeholderData: keepPreviousData },
  })
  const space: Column<SiteInstrument> = {
    key: 'space',
    label: t('instruments.space'),
    render: (instrument) => (
      <Link className="instrument-space" to={spaceInstrumentsPath(instrument.space.id)} title={instrument.space.name}>
        {instrument.space.name}
      </Link>
    ),
  }
  return (
    <div className="instruments-page">
      <InstrumentFilters address={address} />
      <InstrumentTable
        address={address}
        query={query}
        rows={query.data?.pages.flatMap((page) => page.data) ?? []}
        columns={[...(name ? [name] : []), space, ...others]}
        card={(one) => <InstrumentCard instrument={one} path={pathOfInstrument(one)} spaceName={one.space.name} />}
        empty={<Empty title={t('instruments.noneSite')} hint={t('instruments.noneHint')} />}
        size={size}
      />
    </div>
  )
}
