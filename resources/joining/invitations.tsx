import { useInfiniteQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { joining, type SpaceInvitation } from '#contract/joining.ts'
import type { Space } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { joiningKeys, useJoiningRenewal } from '#providers/joining.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../src/widgets/Skeleton.tsx'
import { PersonLine } from './person-line.tsx'

/** The space's invitations and their states, newest first. */
export function Invitations({ space, onInvite }: { space: Space; onInvite: () => void }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: joiningKeys.invitations(space.id),
    ...byPages((after) => call(joining.invitations, { id: space.id, ...after }, { quiet: true })),
  })
  const invitations = query.data?.pages.flatMap((page) => page.list) ?? []
  if (query.isPending) return <ListSkeleton />
  if (query.isError) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (!invitations.length)
    return (
      <Empty title={t('joining.invitations.none')} hint={t('joining.invitations.noneHint')}>
        <Button onClick={onInvite}>{t('joining.invite.button')}</Button>
      </Empty>
    )
  return (
    <>
      <ul className="joining-rows" aria-label={t('joining.parts.invitations')}>
        {invitations.map((invitation) => (
          <Row key={invitation.id} spaceId={space.id} invitation={invitation} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="more">
          <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('spaces.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ spaceId, invitation }: { spaceId: string; invitation: SpaceInvitation }) {
  const { t, i18n } = useTranslation()
  const { emailAccounts, personName, role, state, inviter, invitedAt, expiresAt } = invitation
  const isWaiting = state === 'waiting'
  const date = isWaiting ? expiresAt : invitedAt
  return (
    <li>
      <PersonLine
        name={personName || emailAccounts}
        note={t('joining.invitations.by', { name: inviter, at: formatDateTime(invitedAt, i18n.language) })}
      >
        {personName && <span className="address">{emailAccounts}</span>}
      </PersonLine>
      <span className="since num" title={formatExact(date, i18n.language)}>
        {isWaiting && t('joining.invitations.until', { at: formatDateTime(expiresAt, i18n.language) })}
      </span>
      <span className="role">
        {t(`home.roles.${role}`)} <span className={`tag ${state}`}>{t(`joining.invitations.states.${state}`)}</span>
      </span>
      <span className="end">
        {isWaiting ? (
          <Revoke spaceId={spaceId} invitation={invitation} />
        ) : (
          state !== 'accepted' && <InviteAgain spaceId={spaceId} invitation={invitation} />
        )}
      </span>
    </li>
  )
}

type ActionProps = { spaceId: string; invitation: SpaceInvitation }

function Revoke({ spaceId, invitation: { id, personName, emailAccounts } }: ActionProps) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useJoiningRenewal()
  const ask = () =>
    modal.confirm({
      title: t('joining.invitations.revokeAsk', { name: personName || emailAccounts }),
      content: t('joining.invitations.revokeHint'),
      okText: t('joining.invitations.revoke'),
      okButtonProps: { danger: true },
      onOk: () =>
        call(joining.revoke, { id: spaceId, invitationId: id })
          .then(
            () => message.success(t('joining.invitations.revoked')),
            () => undefined,
          )
          .then(() => renew(spaceId)),
    })
  return (
    <Button type="text" size="small" danger onClick={ask}>
      {t('joining.invitations.revoke')}
    </Button>
  )
}

function InviteAgain({ spaceId, invitation: { personId, emailAccounts, role } }: ActionProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useJoiningRenewal()
  const { run, isBusy } = useTask()
  async function invite() {
    const invitee = personId ? { personIds: [personId] } : { emails: [emailAccounts] }
    // The shell shows a refusal of the whole call.
    const [outcome] = await call(joining.invite, { id: spaceId, ...invitee, role }).catch(() => [])
    if (outcome?.isDone) void message.success(t('joining.invitations.sentAgain'))
    else if (outcome) void message.warning(outcome.message)
    renew(spaceId)
  }
  return (
    <Button type="text" size="small" loading={isBusy} onClick={() => void run(invite)}>
      {t('joining.invitations.again')}
    </Button>
  )
}
