import { App, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { joining } from '#contract/joining.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useJoiningRenewal } from '#providers/joining.ts'
import { useTask } from '#providers/use-task.ts'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'

export type AskedProps = { space: Space; size: 'small' | 'middle' }

/** The user's pending request: it can be withdrawn, or the owner can be reminded of it. */
export default function Asked({ space, size }: AskedProps) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const renew = useJoiningRenewal()
  const { run, isBusy } = useTask()
  // The shell shows a refusal; in both cases the data shown may be outdated.
  const sendQuietly = (send: () => Promise<null>, done: string) =>
    void run(() =>
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
      onOk: () => sendQuietly(() => call(joining.withdraw, { id: space.id }), t('joining.join.withdrawn')),
    })
  const remind = () => sendQuietly(() => call(joining.remind, { id: space.id }), t('joining.join.reminded'))
  const items = (['remind', 'withdraw'] as const).map((key) => ({ key, label: t(`joining.join.${key}`) }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, onClick: ({ key }) => (key === 'remind' ? remind() : void withdraw()) }}
    >
      <MenuButton size={size} loading={isBusy} className="join-pending">
        {t('joining.join.pending')}
      </MenuButton>
    </Dropdown>
  )
}
