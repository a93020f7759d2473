import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Invitation, users } from '#contract/users.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { type Made, NewCode } from './new-code.tsx'

const key = ['users', 'invitations']
type Props = { isOpen: boolean; onClose: () => void }

/** Invitation codes with which people register their own account. */
export function Invitations({ isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer title={t('users.panels.invitations')} open={isOpen} onClose={onClose} size={600} destroyOnHidden>
      <Content />
    </Drawer>
  )
}

function Content() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [made, setMade] = useState<Made | null>(null)
  const query = useInfiniteQuery({
    queryKey: key,
    ...byPages((after) => call(users.invitations, after, { quiet: true })),
  })
  const renew = () => void client.invalidateQueries({ queryKey: key })
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <div className="invitations">
      <p className="users-hint">{t('users.invitations.hint')}</p>
      {made ? (
        <NewCode made={made} onDone={() => setMade(null)} />
      ) : (
        <InvitationForm
          onMade={(next) => {
            setMade(next)
            renew()
          }}
        />
      )}
      <h3>{t('users.invitations.open')}</h3>
      {query.isLoading && <LinesSkeleton rows={3} />}
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && rows.length === 0 && <p className="users-hint">{t('users.invitations.none')}</p>}
      <ul className="invitation-rows num">
        {rows.map((row) => (
          <Row key={row.id} invitation={row} onRemoved={renew} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </div>
  )
}

function Row({ invitation, onRemoved }: { invitation: Invitation; onRemoved: () => void }) {
  const { t, i18n } = useTranslation()
  const { modal, message } = App.useApp()
  const { id, emailAccounts, role, usesLeft, createdBy, createdAt, expiresAt } = invitation
  const remove = () =>
    modal.confirm({
      title: t('users.invitations.removeAsk'),
      content: t('users.invitations.removeHint'),
      okText: t('users.invitations.remove'),
      okButtonProps: { danger: true },
      onOk: () =>
        call(users.removeInvitation, { id }).then(
          () => {
            void message.success(t('users.invitations.removed'))
            onRemoved()
          },
          () => undefined,
        ),
    })
  return (
    <li>
      <div>
        <b>{emailAccounts || t('users.invitations.anybody')}</b>
        <p>
          {t(`shell.roles.${role}`)} · {t('users.invitations.usesLeft', { count: usesLeft })} ·{' '}
          <span title={formatExact(expiresAt, i18n.language)}>
            {t('users.invitations.until', { at: formatDateTime(expiresAt, i18n.language) })}
          </span>
        </p>
        <small>{t('users.invitations.by', { name: createdBy, at: formatDateTime(createdAt, i18n.language) })}</small>
      </div>
      <Button size="small" danger type="text" onClick={remove}>
        {t('users.invitations.remove')}
      </Button>
    </li>
  )
}
