import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { account, type Identity } from '#contract/account.ts'
import type { PublicMethod } from '#contract/sign-in.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../../widgets/Empty.tsx'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { Section, When } from '../parts.tsx'
import { keys, useIdentities } from '../queries.ts'
import { DirectoryDialog } from './DirectoryDialog.tsx'

/** External accounts bound to this account, and methods that can still be bound. */
export function ThirdParty() {
  const { t } = useTranslation()
  const [directory, setDirectory] = useState<PublicMethod | null>(null)
  return (
    <Section title={t('account.parts.thirdParty')} hint={t('account.thirdParty.hint')}>
      <Outcome />
      <Loaded query={useIdentities()}>
        {({ bound, free }) =>
          bound.length + free.length === 0 ? (
            <Empty title={t('account.thirdParty.none')} hint={t('account.thirdParty.noneHint')} />
          ) : (
            <ul className="personal-list">
              {bound.map((identity) => (
                <Bound key={identity.id} identity={identity} />
              ))}
              {free.map((method) => (
                <Free key={method.id} method={method} onDirectory={() => setDirectory(method)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <DirectoryDialog method={directory} onClose={() => setDirectory(null)} />
    </Section>
  )
}

/** The result of binding an external account, from the address after the redirect. */
function Outcome() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const problem = query.get('problem')
  if (problem) return <Problem text={problem === 'identityTaken' ? t('signIn.identityTaken') : t('signIn.problem')} />
  if (!query.has('bound')) return null
  return (
    <p className="personal-notice" role="status">
      {t('account.thirdParty.done')}
    </p>
  )
}

function Bound({ identity }: { identity: Identity }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const client = useQueryClient()
  const task = useTask()
  const { id, methodName, label, boundAt, lastUsedAt } = identity

  const unbind = () =>
    modal.confirm({
      title: t('account.thirdParty.unbindAsk', { name: methodName }),
      content: t('account.thirdParty.unbindLoss', { label }),
      okText: t('account.thirdParty.unbind'),
      okButtonProps: { danger: true },
      onOk: () =>
        void task.run(async () => {
          await call(account.unbind, { id }, { quiet: true })
          await client.invalidateQueries({ queryKey: keys.identities })
        }),
    })
  return (
    <li>
      <div className="personal-row">
        <div>
          <strong>{methodName}</strong>
          <small>
            {label} · {t('account.thirdParty.boundAt')}
            <When at={boundAt} />
            {' · '}
            {lastUsedAt ? t('account.lastUsed') : t('account.neverUsed')}
            {lastUsedAt && <When at={lastUsedAt} />}
          </small>
        </div>
        <span className="tag public">{t('account.thirdParty.bound')}</span>
        <Button
          loading={task.isBusy}
          aria-label={t('account.thirdParty.unbindOne', { name: methodName })}
          onClick={unbind}
        >
          {t('account.thirdParty.unbind')}
        </Button>
      </div>
      <Problem text={task.problem} />
    </li>
  )
}

function Free({ method, onDirectory }: { method: PublicMethod; onDirectory: () => void }) {
  const { t } = useTranslation()
  const task = useTask()
  const leave = () =>
    task.run(async () => {
      const { url } = await call(account.bind, { methodId: method.id }, { quiet: true })
      location.assign(url)
    })
  return (
    <li>
      <div className="personal-row">
        <div>
          <strong>{method.name}</strong>
          <small>{t('account.thirdParty.free')}</small>
        </div>
        <Button
          loading={task.isBusy}
          aria-label={t('account.thirdParty.bindOne', { name: method.name })}
          onClick={method.kind === 'ldap' ? onDirectory : leave}
        >
          {t('account.thirdParty.bind')}
        </Button>
      </div>
      <Problem text={task.problem} />
    </li>
  )
}
