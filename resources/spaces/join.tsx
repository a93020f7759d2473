import { DownOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joining } from '#contract/joining.ts'
import { TEXT_MAX } from '#contract/limits.ts'
import { can } from '#contract/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { sentenceOf, useJoiningRenewal } from './use-joining.ts'
import { useOnce } from './use-once.ts'

type Props = { space: Space; size?: 'small' | 'middle' }

/** The way into a space as it stands for the caller: ask, wait, or belong already. Nothing where nobody can ask. */
export function JoinButton({ space, size = 'middle' }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const actor = actorOf(useUser())
  const { type, status, myRole, myFlags, joinState } = space
  if (joinState === 'joined') return <span className="tag joined">{t('joining.join.joined')}</span>
  if (joinState === 'pending') return <Pending space={space} size={size} />
  if (!can(actor, 'space.join', { type, status, myRole, myFlags })) return null
  return (
    <>
      <Button size={size} onClick={() => setAsking(true)}>
        {t('joining.join.button')}
      </Button>
      <ApplyDialog space={space} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

function ApplyDialog({ space, isOpen, onClose }: { space: Space; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useJoiningRenewal()
  const [form] = Form.useForm<{ reason: string }>()
  const { once, isBusy } = useOnce()
  async function apply({ reason }: { reason: string }) {
    try {
      await call(joining.apply, { id: space.id, reason: reason.trim() }, { quiet: true })
    } catch (failure) {
      form.setFields([{ name: 'reason', errors: [sentenceOf(failure, t('errors.network'))] }])
      return
    }
    void message.success(t('joining.join.asked', { space: space.name }))
    onClose()
    renew(space.id)
  }
  return (
    <Modal
      open={isOpen}
      title={t('joining.join.title', { space: space.name })}
      okText={t('joining.join.send')}
      okButtonProps={{ loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={{ reason: '' }}
        onFinish={(values) => void once(() => apply(values))}
      >
        <Form.Item
          name="reason"
          label={t('joining.join.reason')}
          extra={t('joining.join.hint', { owner: space.owner.personName })}
        >
          <Input.TextArea rows={4} maxLength={TEXT_MAX} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** A request that waits: it can be brought to mind, or taken back. */
function Pending({ space, size }: Required<Props>) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const renew = useJoiningRenewal()
  const { once, isBusy } = useOnce()
  // The shell tells a refusal; either way what is shown may be of yesterday.
  const run = (send: () => Promise<null>, done: string) =>
    void once(() =>
      send()
        .then(
          () => message.success(done),
          () => undefined,
        )
        .then(() => renew(space.id)),
    )
  const withdraw = () =>
    modal.confirm({
      title: t('joining.join.withdrawAsk', { space: space.name }),
      okText: t('joining.join.withdraw'),
      onOk: () => run(() => call(joining.withdraw, { id: space.id }), t('joining.join.withdrawn')),
    })
  const remind = () => run(() => call(joining.remind, { id: space.id }), t('joining.join.reminded'))
  const items = (['remind', 'withdraw'] as const).map((key) => ({ key, label: t(`joining.join.${key}`) }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, onClick: ({ key }) => (key === 'remind' ? remind() : void withdraw()) }}
    >
      <Button size={size} loading={isBusy} className="join-pending">
        {t('joining.join.pending')} <DownOutlined aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}
