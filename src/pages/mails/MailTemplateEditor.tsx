import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MailTemplate, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'
import { callConfirmed } from '#providers/confirm.ts'
import { GuardedDrawer } from '../../widgets/GuardedDrawer.tsx'
import { showInForm } from '../show-in-form.ts'
import { MailPreview } from './MailPreview.tsx'
import { MailWords, type MailWordsValues } from './MailWords.tsx'
import { mailTemplatesKey } from './mail-keys.ts'

const wordsOf = ({ zh, en }: MailTemplate): MailWordsValues => ({ zh, en })

/** The words of one mail in both languages, with the mail as it will look below them. */
export function MailTemplateEditor({ template, onClose }: { template: MailTemplate; onClose: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<MailWordsValues>()
  const [language, setLanguage] = useState<'zh' | 'en'>('zh')
  const [isDirty, setDirty] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { kind } = template

  function put(saved: MailTemplate) {
    client.setQueryData<MailTemplate[]>(mailTemplatesKey, (list) =>
      list?.map((one) => (one.kind === saved.kind ? saved : one)),
    )
    form.setFieldsValue(wordsOf(saved))
    setDirty(false)
  }
  async function save() {
    const words = await form.validateFields().catch(() => null)
    if (!words) return
    setBusy(true)
    setRefusal('')
    try {
      put(await callConfirmed(mails.setTemplate, { kind, ...words }, { quiet: true }))
      void message.success(t('mails.templateSaved'))
      onClose()
    } catch (failure) {
      setRefusal(showInForm(form, failure))
    } finally {
      setBusy(false)
    }
  }
  const reset = () =>
    modal.confirm({
      title: t('mails.resetAsk', { kind: t(`mails.kinds.${kind}`) }),
      content: t('mails.resetLoses'),
      okText: t('mails.reset'),
      okButtonProps: { danger: true },
      cancelText: t('mails.cancel'),
      // A refusal has been shown by then.
      onOk: () => call(mails.resetTemplate, { kind }).then(put, () => undefined),
    })
  return (
    <GuardedDrawer
      title={t(`mails.kinds.${kind}`)}
      size="min(1120px, 100vw)"
      className="service-drawer"
      isDirty={isDirty}
      onClose={onClose}
    >
      {(close) => (
        <>
          <p className="mail-hint">{t(`mails.when.${kind}`)}</p>
          <MailWords form={form} template={template} onLanguage={setLanguage} onValuesChange={() => setDirty(true)} />
          <MailPreview form={form} template={template} language={language} onLanguage={setLanguage} />
          <div className="service-foot">
            {refusal && (
              <p className="refusal" role="alert">
                {refusal}
              </p>
            )}
            {template.isChanged && (
              <Button danger className="apart" onClick={reset}>
                {t('mails.reset')}
              </Button>
            )}
            <Button onClick={close}>{t('mails.cancel')}</Button>
            <Button type="primary" loading={isBusy} onClick={save}>
              {t('mails.save')}
            </Button>
          </div>
        </>
      )}
    </GuardedDrawer>
  )
}
