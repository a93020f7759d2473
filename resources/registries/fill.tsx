import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { registries } from '#contract/registries.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'

/** Fills the registries from accounts after a question. */
export function FillButton() {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useResourceRenewal('registries')
  async function fill() {
    const added = await call(registries.fill, {})
    void message.success(t('registries.fill.done', added))
    renew()
  }
  const ask = () =>
    modal.confirm({
      title: t('registries.fill.title'),
      content: t('registries.fill.content'),
      okText: t('registries.fill.button'),
      cancelText: t('common.cancel'),
      // The shell shows a refusal.
      onOk: () => fill().catch(renew),
    })
  return <Button onClick={ask}>{t('registries.fill.button')}</Button>
}
