import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { giveUp } from '#providers/give-up.ts'

/** The button to leave a space; its question names what remains in the space. */
export function Leave({ space, personId }: { space: Space; personId: string }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const navigate = useNavigate()
  const client = useQueryClient()
  async function leave() {
    await call(spaces.removeMember, { id: space.id, personId })
    void message.success(t('joining.members.left', { space: space.name }))
    await navigate('/space')
    await client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
  }
  // The shell shows a refusal; then the space's current state is refetched.
  const goOrStay = () => giveUp(leave).catch(() => client.invalidateQueries({ queryKey: ['space'] }))
  const ask = () =>
    modal.confirm({
      title: t('joining.members.leaveAsk', { space: space.name }),
      content: t('joining.members.leaveHint'),
      okText: t('joining.members.leave'),
      okButtonProps: { danger: true },
      onOk: goOrStay,
    })
  return (
    <Button type="text" danger size="small" onClick={ask}>
      {t('joining.members.leave')}
    </Button>
  )
}
