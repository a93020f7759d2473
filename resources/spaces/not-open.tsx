import { ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { approvals } from '#contract/approvals.ts'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { giveUp } from '#providers/give-up.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useTask } from '#providers/use-task.ts'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Property } from '../../src/widgets/Property.tsx'
import DeleteSpace from './delete.tsx'
import { MendSpace } from './mend.tsx'

type Props = { space: Space; onChange: () => void }

/** The page of a space that was not created yet: its request is pending or was rejected. */
export default function NotOpen({ space, onChange }: Props) {
  return space.status === 'pending' ? <PendingSpace space={space} /> : <FailedSpace space={space} onChange={onChange} />
}

/** A space whose request is pending: who decides, since when, and a button to withdraw it. */
function PendingSpace({ space }: { space: Space }) {
  const { t, i18n } = useTranslation()
  const {
    data: request,
    error,
    refetch,
  } = useQuery({
    queryKey: ['approvals', 'pending', 'space', space.id],
    queryFn: () => call(approvals.pending, { spaceId: space.id, kind: 'space' }, { quiet: true }),
    staleTime: 0,
  })
  return (
    <div className="not-open">
      <ClockCircleOutlined aria-hidden="true" />
      <h2>{t('spaces.pending.title')}</h2>
      <p>{t('spaces.pending.who')}</p>
      {error && <NotLoaded error={error} onRetry={refetch} isInline />}
      {request && (
        <p className="num" title={formatExact(request.askedAt, i18n.language)}>
          {t('spaces.pending.since', { at: formatDateTime(request.askedAt, i18n.language) })}
        </p>
      )}
      <Asked space={space} reason={request?.reason} />
      {request && space.myRole === 'owner' && <Withdraw space={space} requestId={request.id} />}
    </div>
  )
}

function Withdraw({ space, requestId }: { space: Space; requestId: string }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { run, isBusy } = useTask()
  async function withdraw() {
    await call(approvals.withdraw, { id: requestId })
    void message.success(t('spaces.pending.withdrawn'))
    await navigate('/space')
    await client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
  }
  // The shell shows a refusal; then the space's current state is refetched.
  const goOrStay = () => giveUp(withdraw).catch(() => client.invalidateQueries({ queryKey: ['space'] }))
  const ask = () =>
    modal.confirm({
      title: t('spaces.pending.withdrawAsk', { name: space.name }),
      content: t('spaces.pending.withdrawLoses'),
      okText: t('spaces.pending.withdraw'),
      okButtonProps: { danger: true },
      cancelText: t('spaces.cancel'),
      onOk: () => run(goOrStay),
    })
  return (
    <Button loading={isBusy} onClick={ask}>
      {t('spaces.pending.withdraw')}
    </Button>
  )
}

/** A rejected space: the reason, and buttons to correct and resubmit it or to give it up. */
function FailedSpace({ space, onChange }: Props) {
  const { t } = useTranslation()
  const [isMending, setMending] = useState(false)
  const { reason } = space
  const mayMend = can(actorOf(useUser()), 'space.resend', space)
  return (
    <div className="not-open" data-failed>
      <CloseCircleOutlined aria-hidden="true" />
      <h2>{t('spaces.failed.title')}</h2>
      {reason && (
        <blockquote>
          <small>{t('spaces.failed.reason')}</small>
          {reason}
        </blockquote>
      )}
      <p>{t(mayMend ? 'spaces.failed.next' : 'spaces.failed.owner', { owner: space.owner.personName })}</p>
      {mayMend && (
        <Button type="primary" onClick={() => setMending(true)}>
          {t('spaces.failed.mend')}
        </Button>
      )}
      <Asked space={space} />
      {mayMend && <DeleteSpace space={space} />}
      {mayMend && <MendSpace space={space} isOpen={isMending} onClose={() => setMending(false)} onChange={onChange} />}
    </div>
  )
}

/** The properties of the requested space. */
function Asked({ space, reason }: { space: Space; reason?: string }) {
  const { t } = useTranslation()
  return (
    <dl className="properties num">
      <Property label={t('spaces.identifier.label')}>{space.identifier}</Property>
      <Property label={t('spaces.properties.type')}>{t(`home.types.${space.type}`)}</Property>
      <Property label={t('spaces.properties.capacity')}>{t('spaces.terms.size', { size: space.size })}</Property>
      {space.introduction && (
        <Property label={t('spaces.introduction.label')} isWide>
          {space.introduction}
        </Property>
      )}
      {reason && (
        <Property label={t('spaces.reason.label')} isWide>
          {reason}
        </Property>
      )}
    </dl>
  )
}
