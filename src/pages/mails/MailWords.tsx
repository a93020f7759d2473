import { Form, type FormInstance, Input, Tooltip } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type MailTemplate, mails } from '#contract/mails.ts'
import { wordsFor } from '../words-for.ts'

type Words = { subject: string; body: string }
export type MailWordsValues = { zh: Words; en: Words }
type Part = keyof Words
type Props = {
  form: FormInstance<MailWordsValues>
  template: MailTemplate
  onLanguage: (language: 'zh' | 'en') => void
  onValuesChange: () => void
  onFinish: (words: MailWordsValues) => void
}
type Place = { language: 'zh' | 'en'; part: Part; element: HTMLInputElement | HTMLTextAreaElement }

const languages = ['zh', 'en'] as const
const shape = mails.setTemplate.input.shape.zh.shape

/** Names in double braces that are no variables of this mail. */
export function unknownIn(text: string, variables: readonly string[]): string | null {
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => (match[1] ?? '').trim())
  return names.find((name) => !variables.includes(name)) ?? null
}

/** Subject and text in both languages side by side; a variable is inserted at the last cursor position. */
export function MailWords({ form, template, onLanguage, onValuesChange, onFinish }: Props) {
  const { t } = useTranslation()
  const place = useRef<Place | null>(null)

  function insert(name: string) {
    const { language, part, element } = place.current ?? {}
    const field = [language ?? 'zh', part ?? 'body'] as const
    const text = String(form.getFieldValue([...field]) ?? '')
    const start = element?.selectionStart ?? text.length
    const end = element?.selectionEnd ?? text.length
    const given = `{{${name}}}`
    form.setFieldValue([...field], text.slice(0, start) + given + text.slice(end))
    onValuesChange()
    void form.validateFields([[...field]]).catch(() => undefined)
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(start + given.length, start + given.length)
    })
  }
  const checkOf =
    (part: Part) =>
    async (_rule: unknown, value: string | undefined = '') => {
      if (!value.trim()) throw new Error(t(`mails.${part}.missing`))
      if (!shape[part].safeParse(value).success) throw new Error(t(`mails.${part}.invalid`))
      const unknown = unknownIn(value, template.variables)
      if (unknown !== null) throw new Error(t('mails.variableUnknown', { name: unknown }))
    }
  const itemOf = (language: 'zh' | 'en', part: Part) => ({
    name: [language, part],
    label: t(`mails.${part}.label`),
    rules: [{ validator: checkOf(part) }],
    validateTrigger: ['onChange', 'onBlur'],
  })
  const focusOf = (language: 'zh' | 'en', part: Part) => (event: React.FocusEvent<Place['element']>) => {
    place.current = { language, part, element: event.target }
    onLanguage(language)
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ zh: template.zh, en: template.en }}
      onValuesChange={onValuesChange}
      onFinish={onFinish}
      requiredMark={false}
    >
      <div className="mail-words">
        {languages.map((language) => (
          <fieldset key={language} lang={language}>
            <legend>{t(`mails.languages.${language}`)}</legend>
            <Form.Item {...itemOf(language, 'subject')}>
              <Input maxLength={200} onFocus={focusOf(language, 'subject')} />
            </Form.Item>
            <Form.Item {...itemOf(language, 'body')}>
              <Input.TextArea
                autoSize={{ minRows: 8, maxRows: 18 }}
                maxLength={5000}
                onFocus={focusOf(language, 'body')}
              />
            </Form.Item>
          </fieldset>
        ))}
      </div>
      <div className="mail-variables" role="group" aria-label={t('mails.variablesTitle')}>
        <span>{t('mails.variablesTitle')}</span>
        {template.variables.map((name) => (
          <Tooltip key={name} title={t('mails.insert', { name })}>
            <button type="button" className="tag" onClick={() => insert(name)}>
              {wordsFor(`mails.variables.${name}`, name)}
              <code>{`{{${name}}}`}</code>
            </button>
          </Tooltip>
        ))}
      </div>
    </Form>
  )
}
