import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Language } from '#contract/core/shapes.ts'
import { type MailTemplate, mails } from '#contract/mails.ts'
import { type CallFailure, call } from '#providers/call.ts'
import { useKeptForm } from '#providers/kept-form.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../widgets/GuardedDrawer.tsx'
import { MailPreview } from './MailPreview.tsx'
import { MailWords, type MailWordsValues } from './MailWords.tsx'
import { mailTemplatesKey } from './mail-keys.ts'

const wordsOf = ({ zh, en }: MailTemplate): MailWordsValues => ({ zh, en })

const Lacking = z.object({ language: Language })
/** A variable that a text lacks is told beside that text. */
const fieldsOf = ({ fields, data }: CallFailure) => {
  const lacking = Lacking.safeParse(data).data
  return fields.map(({ field, message }) => ({
    field: field === 'words' && lacking ? `${lacking.language}.body` : field,
    message,
  }))
}

/** The texts of one mail in both languages, with a preview below. */
export function MailTemplateEditor({ template, onClose }: { template: MailTemplate; onClose: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<MailWordsValues>()
  const [language, setLanguage] = useState<'zh' | 'en'>('zh')
  const [isDirty, setDirty] = useState(false)
  const { run, isBusy, problem } = useFormTask(form, fieldsOf)
  const { kind } = template

  useKeptForm(`mail ${kind}`, {
    typed: () => (isDirty ? form.getFieldsValue(true) : null),
    restore(typed) {
      form.setFieldsValue(typed)
      setDirty(true)
      void message.info(t('common.restored'))
    },
  })

  function put(saved: MailTemplate) {
    client.setQueryData<MailTemplate[]>(mailTemplatesKey, (list) =>
      list?.map((one) => (one.kind === saved.kind ? saved : one)),
    )
    form.setFieldsValue(wordsOf(saved))
    setDirty(false)
  }
  const save = (words: MailWordsValues, leave: () => void) =>
    run(async () => {
      put(await call(mails.setTemplate, { kind, ...words }, { quiet: true }))
      void message.success(t('mails.templateSaved'))
      leave()
    })
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
      {(close, leave) => (
        <>
          <p className="mail-hint">{t(`mails.when.${kind}`)}</p>
          <MailWords
            form={form}
            template={template}
            onLanguage={setLanguage}
            onValuesChange={() => setDirty(true)}
            onFinish={(words) => save(words, leave)}
          />
          <MailPreview form={form} template={template} language={language} onLanguage={setLanguage} />
          <FormEnd submit={t('mails.save')} isBusy={isBusy} problem={problem} onSubmit={form.submit} onCancel={close}>
            {template.isChanged && (
              <Button danger onClick={reset}>
                {t('mails.reset')}
              </Button>
            )}
          </FormEnd>
        </>
      )}
    </GuardedDrawer>
  )
}
