import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Method, methods } from '#contract/methods.ts'
import { call } from '#providers/call.ts'

type Props = { method: Method; onGone: () => void; onChange: () => void }

/** Removes a method after a question that names the consequences. */
export function MethodRemove({ method, onGone, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { modal, message } = App.useApp()
  const name = method.name[i18n.language === 'en' ? 'en' : 'zh']
  async function remove() {
    await call(methods.remove, { id: method.id })
    void message.success(t('methods.removed', { name }))
    onGone()
    onChange()
  }
  const ask = () =>
    modal.confirm({
      title: t('methods.removeAsk', { name }),
      content: method.identities ? (
        <>
          <p>{t('methods.loses', { count: method.identities })}</p>
          <p>{t('methods.keeps')}</p>
        </>
      ) : (
        t('methods.losesNone')
      ),
      okText: t('methods.remove'),
      okButtonProps: { danger: true },
      cancelText: t('methods.cancel'),
      // A refusal has been shown already, or the identity was not confirmed: the question closes in both cases.
      onOk: () => remove().catch(() => undefined),
    })
  return (
    <Button danger onClick={ask}>
      {t('methods.remove')}
    </Button>
  )
}
