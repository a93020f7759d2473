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

/** Invitations that are shown before somebody asks for all of them. */
const FIRST = 2

/** Invitations that wait for an answer, above the list of spaces; nothing when there is none. */
export default function MyInvitations() {
  const { t } = useTranslation()
  const [isAll, setAll] = useState(false)
  useJoiningNews()
  const { data = [] } = useQuery({
    queryKey: joiningKeys.mine,
    // The list of spaces stands without it: a failure is told by the list itself.
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
    // The shell tells a refusal; the banner asks anew either way.
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
