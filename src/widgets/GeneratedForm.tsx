import { Checkbox, Form, type FormInstance, Input, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { imageSpecOf, isRequired } from '#contract/core/form-rules.ts'
import { type CustomItem, inLanguage, problemOf, shapedValue } from '#contract/custom-parameters.ts'
import { FileField } from './FileField.tsx'
import { FormEnd } from './FormEnd.tsx'

type Values = Record<string, CustomItem['value']>
type Props = {
  form: FormInstance<Values>
  items: readonly CustomItem[]
  submitLabel: string
  isBusy: boolean
  onSubmit: (items: CustomItem[], values: Values) => void
  /** The page's own fields, shown above the generated ones. */
  children?: ReactNode
}

const TEXT_ROWS = { minRows: 2, maxRows: 8 }
const emptyOf = (item: CustomItem): CustomItem['value'] => shapedValue(item, '')

/** The input of an item by its type. Source: spec section 3, custom parameter item. */
function fieldOf(item: CustomItem, language: 'zh' | 'en'): ReactNode {
  const placeholder = inLanguage(item.placeholder, language)
  const options = item.options.map(({ label, value }) => ({ label: inLanguage(label, language), value }))
  switch (item.type) {
    case 'input':
      return <Input placeholder={placeholder} />
    case 'textarea':
      return <Input.TextArea placeholder={placeholder} autoSize={TEXT_ROWS} />
    case 'radio':
      return <Radio.Group options={options} />
    case 'checkbox':
      return <Checkbox.Group options={options} />
    case 'select':
      return (
        <Select
          options={options}
          placeholder={placeholder}
          allowClear
          {...(item.multiple && { mode: 'multiple' as const })}
        />
      )
    case 'object':
      return <Parts item={item} language={language} />
    case 'file':
    case 'image':
      return <FileField label={inLanguage(item.label, language)} accept={acceptOf(item)} />
  }
}

/** The types offered by the file dialog; the rules check the chosen file. */
function acceptOf({ type, rules }: CustomItem): string | undefined {
  const list = (type === 'image' ? imageSpecOf(rules.image).formats : rules.files).split(/[,;，；|\s]+/).filter(Boolean)
  if (list.length && !list.includes('*')) return list.map((one) => `.${one.replace(/^\./, '')}`).join(',')
  return type === 'image' ? 'image/*' : undefined
}

type PartsProps = {
  item: CustomItem
  language: 'zh' | 'en'
  id?: string
  value?: Record<string, string>
  onChange?: (value: Record<string, string>) => void
}

/** The parts of an object, a line each. */
function Parts({ item, language, id, value = {}, onChange }: PartsProps) {
  return (
    <div className="object-field" id={id} role="group" aria-label={inLanguage(item.label, language)}>
      {item.options.map(({ label, value: part }) => (
        <div key={part}>
          <label htmlFor={`${id}_${part}`}>{inLanguage(label, language)}</label>
          <Input
            id={`${id}_${part}`}
            value={value[part]}
            onChange={({ target }) => onChange?.({ ...value, [part]: target.value })}
          />
        </div>
      ))}
    </div>
  )
}

/** A form generated from custom parameter items with their rules; Reset empties all fields. Source: spec section 5. */
export function GeneratedForm({ form, items, submitLabel, isBusy, onSubmit, children }: Props) {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'zh'
  const filled = (item: CustomItem, value: Values[string] | undefined): CustomItem => ({
    ...item,
    value: shapedValue(item, value ?? emptyOf(item)),
  })
  const rulesOf = (item: CustomItem) => [
    {
      validator: async (_rule: unknown, value: Values[string] | undefined) => {
        const problem = problemOf(filled(item, value))
        if (!problem) return
        // The placeholder explains the expected value, unless the package gives its own message.
        throw new Error(inLanguage(item.placeholder, language) || t(`components.problems.${problem}`))
      },
    },
  ]
  const submit = (values: Values) =>
    onSubmit(
      items.map((item) => filled(item, values[item.key])),
      values,
    )
  const reset = () => form.setFieldsValue(Object.fromEntries(items.map((item) => [item.key, emptyOf(item)])))
  return (
    <Form
      form={form}
      layout="vertical"
      onFinish={submit}
      initialValues={Object.fromEntries(items.map((item) => [item.key, shapedValue(item, item.value)]))}
    >
      {children}
      {items.map((item) => (
        <Form.Item
          key={item.key}
          name={item.key}
          label={inLanguage(item.label, language)}
          required={isRequired(item.rules.multiply)}
          rules={rulesOf(item)}
          validateTrigger={['onBlur', 'onSubmit']}
        >
          {fieldOf(item, language)}
        </Form.Item>
      ))}
      <FormEnd submit={submitLabel} cancel={t('components.reset')} isBusy={isBusy} onCancel={reset} />
    </Form>
  )
}
