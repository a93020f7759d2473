import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { type Instrument, instruments } from '#contract/instruments.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import type { PartProps } from '../../src/widgets/space-part.tsx'
import { filtersOf, useAddress } from './address.ts'
import { InstrumentCard, useColumns } from './columns.tsx'
import { InstrumentFilters } from './filters.tsx'
import { InstrumentDrawer } from './show.tsx'
import { InstrumentTable } from './table.tsx'

/** The instruments of a space; filters and the open instrument are stored in the address. */
export default function SpaceInstruments({ space }: PartProps) {
  const { t } = useTranslation()
  const address = useAddress()
  const { view, layerPath, open } = address
  const mayEdit = can(actorOf(useUser()), 'instrument.edit', space)
  const columns = useColumns<Instrument>(({ id }) => layerPath({ instrument: id }))
  const filters = filtersOf(view)
  const asked = { spaceId: space.id, ...filters, sort: view.sort, order: view.order }
  const query = useInfiniteQuery({
    queryKey: ['instruments', space.id, asked],
    ...byPages((after) => call(instruments.list, { ...asked, ...after }, { quiet: true })),
    placeholderData: keepPreviousData,
  })
  const addButton = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ panel: 'create' })}>
      {t('instruments.add')}
    </Button>
  )
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <section className="instruments-page" aria-label={t('instruments.title')}>
      <div className="instruments-head">
        <InstrumentFilters address={address} />
        {(rows.length > 0 || Object.keys(filters).length > 0) && addButton}
      </div>
      <InstrumentTable
        address={address}
        query={query}
        rows={rows}
        columns={columns}
        card={(one) => <InstrumentCard instrument={one} path={layerPath({ instrument: one.id })} />}
        empty={
          <Empty title={t('instruments.none')} hint={t('instruments.noneHint')}>
            {addButton}
          </Empty>
        }
      />
      <InstrumentDrawer space={space} address={address} mayEdit={mayEdit} />
    </section>
  )
}
