import { useQuery } from '@tanstack/react-query'
import { App, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountMerges, type MergePlan } from '#contract/account-merges.ts'
import type { User } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { findPeople } from '#providers/people.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatDateTime } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { PersonSelect } from '../../src/widgets/PersonSelect.tsx'
import { useUserCache } from './cache.ts'

type Props = { user: User; isMe: boolean; onMerged: () => void }

/** Merges an account into another one of the same person; names those that were merged into this one. */
export function MergeAccount({ user, isMe, onMerged }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <section>
      <h3>{t('accountMerges.title')}</h3>
      <MergedAccounts user={user} />
      {!isMe && (
        <ul className="account-actions">
          <li>
            <span>{t('accountMerges.hint')}</span>
            <Button size="small" danger onClick={() => setOpen(true)}>
              {t('accountMerges.open')}
            </Button>
          </li>
        </ul>
      )}
      <Modal
        open={isOpen}
        title={t('accountMerges.of', { name: user.name })}
        footer={null}
        destroyOnHidden
        onCancel={close}
      >
        <MergeForm user={user} onMerged={onMerged} onClose={close} />
      </Modal>
    </section>
  )
}

function MergedAccounts({ user }: { user: User }) {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['users', 'merged', user.id],
    queryFn: () => call(accountMerges.list, { id: user.id }, { quiet: true }),
  })
  return (
    <Loaded query={query} rows={1}>
      {(list) =>
        list.length > 0 && (
          <ul className="owned-spaces num">
            {list.map(({ id, emailAccounts, mergedAt }) => (
              <li key={id}>
                {emailAccounts}
                <small>{t('accountMerges.at', { at: formatDateTime(mergedAt, i18n.language) })}</small>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

type FormProps = { user: User; onMerged: () => void; onClose: () => void }

function MergeForm({ user, onMerged, onClose }: FormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useUserCache()
  const { run, isBusy, problem } = useTask()
  const [intoId, setInto] = useState<string>()
  const [typed, setTyped] = useState('')
  const { id, emailAccounts: email } = user
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase()
  const merge = () =>
    run(async () => {
      await call(accountMerges.merge, { id, intoId: intoId ?? '', emailAccounts: typed.trim() }, { quiet: true })
      void message.success(t('accountMerges.done'))
      onMerged()
      cache.renew()
    })
  return (
    <div className="handover">
      <p>{t('accountMerges.explained')}</p>
      <PersonSelect
        label={t('accountMerges.into')}
        placeholder={t('accountMerges.into')}
        without={id}
        find={findPeople}
        value={intoId}
        onChange={setInto}
      />
      {intoId && <Plan id={id} intoId={intoId} />}
      {intoId && (
        <>
          <p>{t('accountMerges.ask', { email })}</p>
          <Input
            value={typed}
            aria-label={t('accountMerges.email')}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
      <FormEnd
        submit={t('accountMerges.button')}
        isBusy={isBusy}
        problem={problem}
        isDanger
        isDisabled={!intoId || !isTyped}
        onSubmit={merge}
        onCancel={onClose}
      />
    </div>
  )
}

const parts = [
  'ownedSpaces',
  'memberships',
  'strongerRoles',
  'files',
  'tables',
  'shares',
  'favourites',
  'identities',
  'keys',
] as const satisfies readonly (keyof MergePlan)[]

/** What is moved to the other account, and what ends. */
function Plan({ id, intoId }: { id: string; intoId: string }) {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['users', 'merge', id, intoId],
    queryFn: () => call(accountMerges.preview, { id, intoId }, { quiet: true }),
  })
  return (
    <Loaded query={query} rows={4}>
      {(plan) => (
        <ul className="owned-spaces num">
          {parts.map((part) => (
            <li key={part}>
              {t(`accountMerges.parts.${part}`)}
              <small>{plan[part].toLocaleString(i18n.language)}</small>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
