import { App, Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { useSendsMail } from '#providers/sends-mail.ts'
import { useUserCache } from './cache.ts'
import { Handover } from './handover.tsx'
import { useKeptMailOffer } from './kept-mail.ts'

type Name = 'invite' | 'activate' | 'unlock' | 'enable' | HardName
/** Removes access: needs confirmation, and is not offered for one's own account. */
type HardName = 'endSessions' | 'resetSecondStep' | 'lock' | 'disable'
type Action = {
  name: Name
  /** Whether the action applies to the account's current state. */
  fits: (user: User) => boolean
}
const actions: readonly Action[] = [
  { name: 'activate', fits: (user) => user.state !== 'active' },
  { name: 'invite', fits: (user) => !user.isDisabled },
  { name: 'unlock', fits: (user) => user.isLocked },
  { name: 'enable', fits: (user) => user.isDisabled },
  { name: 'endSessions', fits: (user) => !user.isDisabled },
  { name: 'resetSecondStep', fits: (user) => user.hasSecondStep },
  { name: 'lock', fits: (user) => !user.isLocked && !user.isDisabled },
  { name: 'disable', fits: (user) => !user.isDisabled },
]

const hard: ReadonlySet<Name> = new Set<HardName>(['endSessions', 'resetSecondStep', 'lock', 'disable'])
const isHard = (name: Name): name is HardName => hard.has(name)

/** The available actions of an account, each with an explanation. */
export function AccountActions({ user, isMe }: { user: User; isMe: boolean }) {
  const { t } = useTranslation()
  const [isDisabling, setDisabling] = useState(false)
  const { run, busy } = useRun(user, () => setDisabling(true))
  return (
    <section>
      <h3>{t('users.actions.title')}</h3>
      <ul className="account-actions">
        {actions
          .filter(({ fits }) => fits(user))
          .map(({ name }) => (
            <li key={name}>
              <span>{t(`users.actions.${name}.hint`)}</span>
              <Tooltip title={isMe && isHard(name) ? t('users.notYourself') : ''}>
                <Button
                  size="small"
                  danger={isHard(name)}
                  disabled={isMe && isHard(name)}
                  loading={busy === name}
                  onClick={() => run(name)}
                >
                  {t(
                    name === 'invite' && user.state !== 'active'
                      ? 'users.actions.invite.first'
                      : `users.actions.${name}.button`,
                  )}
                </Button>
              </Tooltip>
            </li>
          ))}
      </ul>
      <Handover user={user} isOpen={isDisabling} onClose={() => setDisabling(false)} />
    </section>
  )
}

/** Runs an action and reports its success; the shell shows refusals. */
function useRun(user: User, onDisable: () => void) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const cache = useUserCache()
  const sendsMail = useSendsMail()
  const offerLink = useKeptMailOffer()
  const [busy, setBusy] = useState<Name | null>(null)
  const { id, name, emailAccounts: email } = user

  async function perform(action: Exclude<Name, 'disable'>): Promise<void> {
    if (action === 'endSessions') {
      const count = await call(users.endSessions, { id })
      return void message.success(t('users.actions.endSessions.done', { count }))
    }
    if (action === 'invite') await call(users.invite, { id })
    else
      cache.put(
        await (action === 'resetSecondStep' ? call(users.resetSecondStep, { id }) : call(users[action], { id })),
      )
    if ((action === 'invite' || action === 'activate') && !sendsMail)
      return offerLink(t(`users.actions.${action}.kept`, { name, email }), email)
    void message.success(t(`users.actions.${action}.done`, { name, email }))
  }
  async function attempt(action: Exclude<Name, 'disable'>): Promise<void> {
    setBusy(action)
    try {
      await perform(action)
    } catch {
      // The shell has shown the refusal; the account is unchanged.
    } finally {
      setBusy(null)
    }
  }
  function run(action: Name): void {
    if (action === 'disable') onDisable()
    else if (!isHard(action)) void attempt(action)
    else
      modal.confirm({
        title: t(`users.actions.${action}.ask`, { name }),
        content: t(`users.actions.${action}.hint`),
        okText: t(`users.actions.${action}.button`),
        okButtonProps: { danger: true },
        onOk: () => void attempt(action),
      })
  }
  return { run, busy }
}
