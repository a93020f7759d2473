import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { type AccountDeletion, accountDeletions } from '#contract/account-deletions.ts'
import { addressOf } from '#providers/address.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatDateTime } from '../../src/widgets/format.ts'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../src/widgets/Skeleton.tsx'

type Props = { isOpen: boolean; onClose: () => void }

/** The accounts that were deleted, each with its certificate. */
export function Certificates({ isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer title={t('users.panels.certificates')} open={isOpen} onClose={onClose} size={600} destroyOnHidden>
      <Content />
    </Drawer>
  )
}

function Content() {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['users', 'deletions'],
    ...byPages((after) => call(accountDeletions.list, after, { quiet: true })),
  })
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <div className="invitations">
      <p className="users-hint">{t('accountDeletions.certificatesHint')}</p>
      {query.isLoading && <LinesSkeleton rows={3} />}
      {query.isError && !rows.length && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && rows.length === 0 && <p className="users-hint">{t('accountDeletions.none')}</p>}
      {rows.length > 0 && (
        <ul className="invitation-rows num">
          {rows.map((row) => (
            <Row key={row.id} deletion={row} />
          ))}
        </ul>
      )}
      <MoreButton query={query} />
    </div>
  )
}

function Row({ deletion }: { deletion: AccountDeletion }) {
  const { t, i18n } = useTranslation()
  const { id, name, emailAccounts, deletedBy, deletedAt, removed, sha256, isGenuine } = deletion
  return (
    <li>
      <div>
        <b>{name}</b> {!isGenuine && <span className="tag private">{t('accountDeletions.forged')}</span>}
        <p>
          {emailAccounts} · {t('accountDeletions.removed', { count: removed })}
        </p>
        <small>{t('accountDeletions.by', { name: deletedBy, at: formatDateTime(deletedAt, i18n.language) })}</small>
        <small className="certificate-hash">SHA-256 {sha256}</small>
      </div>
      <Button
        size="small"
        href={addressOf(accountDeletions.certificate, { id })}
        download
        aria-label={t('accountDeletions.downloadOf', { name })}
      >
        {t('accountDeletions.download')}
      </Button>
    </li>
  )
}
