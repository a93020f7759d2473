import { EditOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Instrument, instruments, pidAddress } from '#contract/instruments.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { formatDay } from '../../src/widgets/format.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Property } from '../../src/widgets/Property.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import type { Address } from './address.ts'
import { DueDay, State } from './columns.tsx'
import { InstrumentForm } from './form.tsx'
import { DeleteButton } from './remove.tsx'

type Props = { space: Space; address: Address; mayEdit: boolean }

/** One instrument above the list: what is known of it, or its form. */
export function InstrumentDrawer({ space, address, mayEdit }: Props) {
  const { t } = useTranslation()
  const { instrument: id, panel, open, close } = address
  const [isDirty, setDirty] = useState(false)
  const isForm = mayEdit && panel !== undefined
  const query = useQuery({
    queryKey: ['instruments', space.id, 'one', id],
    queryFn: () => call(instruments.show, { spaceId: space.id, id: id ?? '' }, { quiet: true, aside: true }),
    enabled: id !== undefined,
  })
  const title = { create: t('instruments.add'), edit: t('instruments.editTitle'), show: t('instruments.detail') }
  const editButton = (
    <Button icon={<EditOutlined />} onClick={() => open({ instrument: id, panel: 'edit' })}>
      {t('instruments.edit')}
    </Button>
  )
  return (
    <GuardedDrawer
      title={title[isForm ? panel : 'show']}
      open={id !== undefined || (isForm && panel === 'create')}
      isDirty={isDirty}
      onClose={close}
      size={560}
      extra={mayEdit && !isForm && query.data && editButton}
      destroyOnHidden
    >
      {(ask, leave) => {
        const form = { spaceId: space.id, onClose: ask, onDone: leave, onDirty: setDirty }
        if (isForm && panel === 'create') return <InstrumentForm {...form} />
        if (query.error) return <NotLoaded error={query.error} onRetry={query.refetch} />
        if (!query.data) return <PropertiesSkeleton />
        if (isForm) return <InstrumentForm {...form} instrument={query.data} />
        return (
          <>
            <Properties instrument={query.data} />
            {mayEdit && <DeleteButton spaceId={space.id} instrument={query.data} onDone={leave} />}
          </>
        )
      }}
    </GuardedDrawer>
  )
}

function Properties({ instrument }: { instrument: Instrument }) {
  const { t, i18n } = useTranslation()
  const { pid, calibratedOn, note } = instrument
  const plain = (field: 'manufacturer' | 'model' | 'serialNumber' | 'location' | 'contact') => (
    <Property label={t(`instruments.${field}.label`)}>{instrument[field]}</Property>
  )
  return (
    <div className="instrument-properties">
      <header>
        <h3>{instrument.name}</h3>
        <State instrument={instrument} />
      </header>
      <dl className="record-properties num">
        {plain('manufacturer')}
        {plain('model')}
        {plain('serialNumber')}
        <Property label={t('instruments.pid.label')}>
          {pid && (
            <a href={pidAddress(pid)} target="_blank" rel="noreferrer">
              {pid}
            </a>
          )}
        </Property>
        {plain('location')}
        {plain('contact')}
        <Property label={t('instruments.calibratedOn.label')}>
          {calibratedOn && formatDay(calibratedOn, i18n.language)}
        </Property>
        <Property label={t('instruments.dueOn.label')}>
          <DueDay instrument={instrument} />
        </Property>
        {note && (
          <Property label={t('instruments.note.label')} isWide>
            {note}
          </Property>
        )}
      </dl>
    </div>
  )
}
