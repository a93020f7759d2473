import { EditOutlined } from '@ant-design/icons'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { AccountActions } from './account-actions.tsx'
import type { Address } from './address.ts'
import { userKey } from './cache.ts'
import { DeleteAccount } from './delete.tsx'
import { type EditProps, EditUser } from './edit.tsx'
import { MergeAccount } from './merge.tsx'
import { OwnedSpaces } from './owned.tsx'
import { UserData } from './personal-data.tsx'
import { UserProperties } from './properties.tsx'
import { RoleChoice } from './role.tsx'
import { Face, StateTags } from './tags.tsx'

/** One account in a drawer: its properties and actions, or its edit form. */
export function ShowUser({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { user: id, panel, open, close } = address
  const isEditing = panel === 'edit'
  const [isDirty, setDirty] = useState(false)
  const query = useQuery({
    queryKey: userKey(id ?? ''),
    queryFn: () => call(users.show, { id: id ?? '' }, { quiet: true }),
    enabled: id !== undefined,
  })
  const editButton = (
    <Button icon={<EditOutlined />} onClick={() => open({ user: id, panel: 'edit' })}>
      {t('users.edit')}
    </Button>
  )
  return (
    <GuardedDrawer
      title={isEditing ? t('users.edit') : t('users.account')}
      open={id !== undefined}
      isDirty={isDirty}
      onClose={close}
      size={600}
      extra={query.data && !isEditing && editButton}
      destroyOnHidden
    >
      {(ask, leave) =>
        id && <Account key={id} query={query} isEditing={isEditing} onClose={ask} onDone={leave} onDirty={setDirty} />
      }
    </GuardedDrawer>
  )
}

type AccountProps = Omit<EditProps, 'user'> & { query: UseQueryResult<User>; isEditing: boolean }

function Account({ query, isEditing, ...edit }: AccountProps) {
  if (query.data)
    return isEditing ? <EditUser user={query.data} {...edit} /> : <Details user={query.data} onGone={edit.onDone} />
  if (query.error) {
    return <NotLoaded error={query.error} onRetry={query.refetch} />
  }
  return <PropertiesSkeleton rows={9} />
}

function Details({ user, onGone }: { user: User; onGone: () => void }) {
  const { t } = useTranslation()
  const isMe = useUser()?.userId === user.id
  return (
    <div className="user-details">
      <header>
        <Face user={user} size={48} />
        <div>
          <h2>{user.name}</h2>
          <p>{user.emailAccounts}</p>
        </div>
        <StateTags user={user} />
      </header>
      {isMe && <p className="user-own">{t('users.own')}</p>}
      <UserProperties user={user} />
      <RoleChoice user={user} isMe={isMe} />
      <OwnedSpaces user={user} />
      <UserData user={user} />
      <AccountActions user={user} isMe={isMe} />
      <MergeAccount user={user} isMe={isMe} onMerged={onGone} />
      {user.isDisabled && <DeleteAccount user={user} onDeleted={onGone} />}
    </div>
  )
}
