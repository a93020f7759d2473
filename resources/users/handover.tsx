import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { findPeople } from '#providers/people.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatBytes } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { PersonSelect } from '../../src/widgets/PersonSelect.tsx'
import { LinesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { useUserCache } from './cache.ts'
import { useOwned } from './owned.tsx'

type Props = { user: User; isOpen: boolean; onClose: () => void }

/** Asks before an account is disabled, and who receives its spaces, so that none is left without an owner. */
export function Handover({ user, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={isOpen}
      title={t('users.handover.title', { name: user.name })}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <HandoverForm user={user} onClose={onClose} />
    </Modal>
  )
}

type Singles = ReadonlyMap<string, string>

/**
 * The receivers of the spaces: individual ones for some spaces, `all` for the others; and the call that transfers them.
 */
function useHandover(user: User, onDone: () => void) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useUserCache()
  const [all, setAll] = useState<string>()
  const [singles, setSingles] = useState<Singles>(new Map())
  const { run, isBusy, problem } = useTask()

  function choose(spaceId: string, personId: string | undefined): void {
    const next = new Map(singles)
    if (personId) next.set(spaceId, personId)
    else next.delete(spaceId)
    setSingles(next)
  }
  const disable = () =>
    run(async () => {
      const spaces = [...singles].map(([spaceId, personId]) => ({ spaceId, personId }))
      cache.put(await call(users.disable, { id: user.id, all, ...(spaces.length && { spaces }) }, { quiet: true }))
      cache.renew()
      void message.success(t('users.actions.disable.done', { name: user.name }))
      onDone()
    })
  return { all, setAll, singles, choose, problem, isBusy, disable }
}

function HandoverForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const owned = useOwned(user.id)
  const { all, setAll, singles, choose, problem, isBusy, disable } = useHandover(user, onClose)
  const { spaces, hasNextPage } = owned
  const isEach = spaces.every(({ spaceId }) => singles.has(spaceId)) && !hasNextPage
  const isComplete = owned.isSuccess && (all !== undefined || isEach)
  return (
    <div className="handover">
      <p>{t('users.actions.disable.hint')}</p>
      {owned.isLoading && <LinesSkeleton rows={2} />}
      {owned.isError && !spaces.length && <NotLoaded error={owned.error} onRetry={owned.refetch} isInline />}
      {spaces.length > 0 && (
        <>
          <p>
            <b>{t('users.handover.needed', { count: user.ownedSpaces })}</b>
          </p>
          <PersonSelect
            label={t('users.handover.all')}
            placeholder={t('users.handover.all')}
            without={user.id}
            find={findPeople}
            value={all}
            onChange={setAll}
            allowClear
          />
          <h3>{t('users.handover.single')}</h3>
          <Receivers owner={user} spaces={spaces} singles={singles} hasOther={all !== undefined} onChoose={choose} />
          {hasNextPage && (
            <Button size="small" loading={owned.isFetchingNextPage} onClick={() => owned.fetchNextPage()}>
              {t('common.more')}
            </Button>
          )}
        </>
      )}
      <FormEnd
        submit={t('users.actions.disable.button')}
        isBusy={isBusy}
        problem={problem}
        isDanger
        isDisabled={!isComplete}
        onSubmit={disable}
        onCancel={onClose}
      >
        {!isComplete && spaces.length > 0 && t('users.handover.incomplete')}
      </FormEnd>
    </div>
  )
}

type ReceiversProps = {
  owner: User
  spaces: ReturnType<typeof useOwned>['spaces']
  singles: Singles
  /** Whether one person receives the spaces that have no individual receiver. */
  hasOther: boolean
  onChoose: (spaceId: string, personId: string | undefined) => void
}

/** Every space with a field for its individual receiver. */
function Receivers({ owner, spaces, singles, hasOther, onChoose }: ReceiversProps) {
  const { t } = useTranslation()
  return (
    <ul className="handover-spaces num">
      {spaces.map((space) => (
        <li key={space.spaceId}>
          <div>
            {space.name}
            <small>
              {t('home.members', { count: space.memberCount })} · {formatBytes(space.usedBytes)}
            </small>
          </div>
          <PersonSelect
            label={t('users.handover.receiverOf', { name: space.name })}
            placeholder={hasOther ? t('users.handover.asAll') : t('users.handover.receiver')}
            without={owner.id}
            find={findPeople}
            value={singles.get(space.spaceId)}
            onChange={(personId) => onChoose(space.spaceId, personId)}
            allowClear
          />
        </li>
      ))}
    </ul>
  )
}
