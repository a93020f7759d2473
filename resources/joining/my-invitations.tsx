import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type InvitationCard, joining } from '#contract/joining.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import { joiningKeys, useJoiningNews, useJoiningRenewal } from '#providers/joining.ts'
import { useTask } from '#providers/use-task.ts'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import './joining.css'

/** Number of invitations shown before "show all". */
const FIRST = 2

/** The user's pending invitations, above the list of spaces; renders nothing when there are none. */
export default function MyInvitations() {
  const { t } = useTranslation()
  const [isAll, setAll] = useState(false)
  useJoiningNews()
  const { data = [] } = useQuery({
    queryKey: joiningKeys.mine,
    // Optional data: if this call fails, the list of spaces reports the failure itself.
    queryFn: () => call(joining.myInvitations, {}, { quiet: true }),
  })
  if (!data.length) return null
  const rest = data.length - FIRST
  return (
    <section className="my-invitations" aria-label={t('joining.mine.title')}>
      {data.slice(0, isAll ? undefined : FIRST).map((card) => (
        <Invitation key={card.id} card={card} />
      ))}
      {rest > 0 && !isAll && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('joining.mine.more', { count: rest })}
        </Button>
      )}
    </section>
  )
}

function Invitation({ card }: { card: InvitationCard }) {
  const { t, i18n } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const renew = useJoiningRenewal()
  const { run, isBusy } = useTask()
  const { space, role, inviter, expiresAt } = card

  async function answer(isAccepted: boolean): Promise<void> {
    // The shell shows a refusal; the invitations are refetched in both cases.
    const done = await call(joining.respond, { code: card.id, isAccepted }).catch(() => null)
    renew(space.id)
    if (!done) return
    void message.success(t(isAccepted ? 'joining.mine.accepted' : 'joining.mine.declined', { space: space.name }))
    if (isAccepted) await navigate(spacePath(done.spaceId, 'filesManage'))
  }
  return (
    <div className="my-invitation">
      <div>
        <b>{t('joining.mine.invites', { inviter, space: space.name })}</b>
        <small title={formatExact(expiresAt, i18n.language)}>
          {t('joining.mine.terms', {
            role: t(`home.roles.${role}`),
            at: formatDateTime(expiresAt, i18n.language),
          })}{' '}
          <a href={`/space-invitation?code=${card.id}`}>{t('joining.mine.details')}</a>
        </small>
      </div>
      <span className="answers">
        <Button type="primary" size="small" disabled={isBusy} onClick={() => void run(() => answer(true))}>
          {t('joining.mine.accept')}
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void run(() => answer(false))}>
          {t('joining.mine.decline')}
        </Button>
      </span>
    </div>
  )
}
