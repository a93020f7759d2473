import { App, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Sender, senders } from '#contract/senders.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'
import type { Issued } from './new-code.tsx'

type Props = { sender: Sender; onDone: () => void; onIssued: (issued: Issued) => void }

/** Replaces or revokes the code of a platform, or removes the platform. */
export function CodeActions({ sender: { id, name, isRevoked }, onDone, onIssued }: Props) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useResourceRenewal('senders')
  async function renewCode() {
    const issued = await call(senders.renew, { id })
    renew()
    onIssued(issued)
  }
  async function revoke() {
    await call(senders.revoke, { id })
    void message.success(t('senders.code.revoked'))
    renew()
    onDone()
  }
  async function remove() {
    await call(senders.remove, { id })
    void message.success(t('senders.remove.done'))
    renew()
    onDone()
  }
  const ask = (texts: { title: string; content: string; okText: string }, act: () => Promise<void>) =>
    modal.confirm({
      ...texts,
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => act().catch(renew),
    })
  const actions = {
    renew: () =>
      ask(
        {
          title: t('senders.code.renewTitle', { name }),
          content: t('senders.code.renewLoses'),
          okText: t('senders.code.renew'),
        },
        renewCode,
      ),
    revoke: () =>
      ask(
        {
          title: t('senders.code.revokeTitle', { name }),
          content: t('senders.code.revokeLoses'),
          okText: t('senders.code.revoke'),
        },
        revoke,
      ),
    remove: () =>
      ask(
        {
          title: t('senders.remove.title', { name }),
          content: t('senders.remove.loses'),
          okText: t('senders.remove.button'),
        },
        remove,
      ),
  }
  const items = [
    { key: 'renew', label: t('senders.code.renew') },
    ...(isRevoked ? [] : [{ key: 'revoke', label: t('senders.code.revoke') }]),
    { key: 'remove', label: t('senders.remove.button'), danger: true },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void actions[key as keyof typeof actions]() }}>
      <MenuButton>{t('senders.code.label')}</MenuButton>
    </Dropdown>
  )
}
