import { DeleteOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Instrument, instruments } from '#contract/instruments.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'

type Props = { spaceId: string; instrument: Instrument; onDone: () => void }

/** Deletes an instrument after a question. */
export function DeleteButton({ spaceId, instrument: { id, name }, onDone }: Props) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useResourceRenewal('instruments')
  async function remove() {
    await call(instruments.remove, { spaceId, id })
    void message.success(t('instruments.delete.done'))
    onDone()
    renew()
  }
  const ask = () =>
    modal.confirm({
      title: t('instruments.delete.title', { name }),
      content: t('instruments.delete.loses'),
      okText: t('instruments.delete.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  return (
    <Button danger icon={<DeleteOutlined />} onClick={ask}>
      {t('instruments.delete.button')}
    </Button>
  )
}
