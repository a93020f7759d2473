import { EditOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { BYTES_PER_GB } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { formatBytes, formatCount, formatDay } from '../../src/widgets/format.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Property } from '../../src/widgets/Property.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { ApplicationActions } from './actions.tsx'
import type { Address } from './address.ts'
import { State } from './columns.tsx'
import { ApplicationForm } from './form.tsx'
import { Grants } from './grants.tsx'
import { Places } from './places.tsx'
import { type Made, NewSecret } from './secret.tsx'
import { Usage } from './usage.tsx'
import { Webhooks } from './webhooks.tsx'

/** One application above the list: what is known of it, its form, or a secret that was just made. */
export function ApplicationDrawer({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { application: id, panel, open, close } = address
  const [isDirty, setDirty] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const query = useQuery({
    queryKey: ['applications', id, 'one'],
    queryFn: () => call(applications.show, { id: id ?? '' }, { quiet: true, aside: true }),
    enabled: id !== undefined,
  })
  const isCreated = panel === 'create'
  const title = isCreated ? t('applications.register') : (query.data?.name ?? t('applications.detail'))
  const editButton = (
    <Button icon={<EditOutlined />} onClick={() => open({ application: id, panel: 'edit' })}>
      {t('applications.edit')}
    </Button>
  )
  return (
    <GuardedDrawer
      title={title}
      open={id !== undefined || isCreated || made !== null}
      // Closing asks first, because a secret that was not copied is lost.
      isDirty={isDirty || made !== null}
      loss={made ? 'secret' : 'typed'}
      onClose={() => {
        setMade(null)
        close()
      }}
      size={640}
      extra={!panel && !made && query.data && editButton}
      destroyOnHidden
    >
      {(ask, leave) => {
        if (made) return <NewSecret made={made} onDone={() => (isCreated ? leave() : setMade(null))} />
        const form = { onClose: ask, onDirty: setDirty }
        if (isCreated) return <ApplicationForm {...form} onDone={(one) => (one ? setMade(one) : leave())} />
        if (query.error) return <NotLoaded error={query.error} onRetry={query.refetch} />
        if (!query.data) return <PropertiesSkeleton />
        if (panel === 'edit') return <ApplicationForm {...form} application={query.data} onDone={() => leave()} />
        return <Whole application={query.data} onMade={setMade} onRemoved={leave} />
      }}
    </GuardedDrawer>
  )
}

type WholeProps = {
  application: DataOf<typeof applications.show>
  onMade: (made: Made) => void
  onRemoved: () => void
}

function Whole({ application, onMade, onRemoved }: WholeProps) {
  const { t, i18n } = useTranslation()
  const { key, description, contact, callsPerMinute, callsPerDay, gbPerDay, today, ways, secretAt, spaces, id } =
    application
  const number = (value: number) => formatCount(value, i18n.language)
  const ofQuota = (used: string, most: string | null) =>
    most === null ? t('applications.today.noQuota', { used }) : t('applications.today.of', { used, most })
  return (
    <div className="application">
      <dl className="record-properties num">
        <Property label={t('applications.state')}>
          <State application={application} />
        </Property>
        <Property label={t('applications.key')}>
          <code>{key}</code>
        </Property>
        <Property label={t('applications.contact.label')}>{contact}</Property>
        <Property label={t('applications.callsPerMinute.label')}>{number(callsPerMinute)}</Property>
        <Property label={t('applications.today.calls')}>
          {ofQuota(number(today.calls), callsPerDay === null ? null : number(callsPerDay))}
        </Property>
        <Property label={t('applications.today.bytes')}>
          {ofQuota(formatBytes(today.bytes), gbPerDay === null ? null : formatBytes(gbPerDay * BYTES_PER_GB))}
        </Property>
        <Property label={t('applications.ways.label')}>
          {ways.map((way) => t(`applications.ways.${way}.name`)).join(t('applications.between'))}
        </Property>
        <Property label={t('applications.secretAt')}>{formatDay(secretAt.slice(0, 10), i18n.language)}</Property>
        {description && (
          <Property label={t('applications.description.label')} isWide>
            {description}
          </Property>
        )}
      </dl>
      <ApplicationActions application={application} onMade={onMade} onRemoved={onRemoved} />
      <Section title={t('applications.granted')}>
        <Grants application={application} />
      </Section>
      <Section title={t('applications.spaces')}>
        <Places id={id} spaces={spaces} />
      </Section>
      <Section title={t('webhooks.title')}>
        <Webhooks applicationId={id} />
      </Section>
      <Section title={t('applications.usage.title')}>
        <Usage id={id} />
      </Section>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
