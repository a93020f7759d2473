import { Form, type FormInstance, type FormProps, Input, Select } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { MethodDraft, methodConfigs } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { useFields } from '../../widgets/use-fields.ts'
import { SecretField } from '../SecretField.tsx'
import { wordsFor } from '../words-for.ts'
import { MethodRules } from './MethodRules.tsx'
import { MethodSwitch } from './MethodSwitch.tsx'
import {
  type FieldGroup,
  fieldGroups,
  fieldsOf,
  type MethodField,
  type MethodValues,
  secretsAfter,
} from './method-fields.ts'

type Props = FormProps<MethodValues> & {
  form: FormInstance<MethodValues>
  kind: MethodKind
  /** Which secrets are set. */
  secrets: Record<string, boolean>
  isFixed: boolean
}

/** The settings of one method; fields, rules and defaults come from the contract's schema. */
export function MethodForm({ kind, secrets, isFixed, ...props }: Props) {
  const fields = fieldsOf(kind)
  const groups = fieldGroups.filter((group) => fields.some((field) => field.group === group))
  return (
    <Form layout="vertical" requiredMark disabled={isFixed} className="method-form" {...props}>
      <Names />
      {groups.map((group) => (
        <Group key={group} group={group}>
          {fields
            .filter((field) => field.group === group)
            .map((field) => (
              <Fragment key={field.name}>
                <Setting kind={kind} field={field} isFixed={isFixed} />
                {secretsAfter(kind, field.name).map((name) => (
                  <Secret key={name} name={name} isSet={secrets[name] ?? false} disabled={isFixed} />
                ))}
              </Fragment>
            ))}
        </Group>
      ))}
    </Form>
  )
}

function Names() {
  const { t } = useTranslation()
  const shape = MethodDraft.shape.name.shape
  const checkOf =
    (language: 'zh' | 'en') =>
    async (_rule: unknown, value: string | undefined = '') => {
      if (!value.trim()) throw new Error(t('methods.name.missing'))
      if (!shape[language].safeParse(value).success) throw new Error(t('methods.name.invalid'))
    }
  return (
    <section className="method-names">
      {(['zh', 'en'] as const).map((language) => (
        <Form.Item
          key={language}
          name={['name', language]}
          label={t(`methods.names.${language}`)}
          required
          rules={[{ validator: checkOf(language) }]}
          validateTrigger={['onBlur', 'onSubmit']}
        >
          <Input
            lang={language}
            maxLength={40}
            placeholder={t(`methods.names.${language}Example`)}
            autoComplete="off"
          />
        </Form.Item>
      ))}
      <Form.Item name="isOn" valuePropName="checked" extra={t('methods.hints.isOn')} className="wide">
        <MethodSwitch label={t('methods.isOn.label')} />
      </Form.Item>
    </section>
  )
}

function Group({ group, children }: { group: FieldGroup; children: React.ReactNode }) {
  const { t } = useTranslation()
  const hint = wordsFor(`methods.groupHints.${group}`, '')
  if (group === 'endpoints') {
    return (
      <details className="method-group">
        <summary>{t('methods.groups.endpoints')}</summary>
        <p>{hint}</p>
        <div className="fields">{children}</div>
      </details>
    )
  }
  return (
    <section className="method-group" data-group={group}>
      <h3>{t(`methods.groups.${group}`)}</h3>
      {hint && <p>{hint}</p>}
      <div className="fields">{children}</div>
    </section>
  )
}

function Setting({ kind, field, isFixed }: { kind: MethodKind; field: MethodField; isFixed: boolean }) {
  const { t } = useTranslation()
  const itemOf = useFields(methodConfigs[kind], 'methods')
  const item = itemOf(field.name)
  const { name, control, fallback } = field
  const hint = wordsFor(`methods.kindHints.${kind}.${name}`, wordsFor(`methods.hints.${name}`, ''))
  const placed = { ...item, name: ['config', name], extra: hint || undefined }
  // An empty attribute stays empty; any other empty field gets the schema's default.
  const leftAlone = field.group === 'attributes' ? t('methods.leftAlone') : ''
  const example = field.mayBeEmpty ? leftAlone : String(fallback)
  if (control === 'rules') {
    return (
      <div className="wide">
        <Form.Item label={item.label} extra={hint}>
          <MethodRules disabled={isFixed} />
        </Form.Item>
      </div>
    )
  }
  if (control === 'switch') {
    return (
      <Form.Item {...placed} label={null} valuePropName="checked" className="wide">
        <MethodSwitch label={item.label} />
      </Form.Item>
    )
  }
  if (control === 'choice') {
    return (
      <Form.Item {...placed}>
        <Select options={field.choices.map((value) => ({ value, label: t('methods.versionOf', { value }) }))} />
      </Form.Item>
    )
  }
  const shared = { placeholder: example, spellCheck: false, autoComplete: 'off', className: 'mono' } as const
  if (control === 'text') {
    return (
      <Form.Item {...placed} className={name === 'url' ? 'wide' : undefined}>
        <Input {...shared} />
      </Form.Item>
    )
  }
  return (
    <Form.Item {...placed} className="wide">
      <Input.TextArea {...shared} autoSize={{ minRows: control === 'pem' ? 3 : 1, maxRows: 8 }} />
    </Form.Item>
  )
}

function Secret({ name, isSet, disabled }: { name: string; isSet: boolean; disabled: boolean }) {
  const isLong = name === 'privateKey'
  const label = wordsFor(`methods.${name}.label`, name)
  return (
    <Form.Item
      name={['secrets', name]}
      label={label}
      extra={wordsFor(`methods.hints.${name}`, '') || undefined}
      className={isLong ? 'wide' : undefined}
    >
      <SecretField label={label} isSet={isSet} isLong={isLong} disabled={disabled} />
    </Form.Item>
  )
}
