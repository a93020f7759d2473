import { PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { TemplateField } from '#contract/publications/template.ts'

type Props = {
  field: TemplateField
  problem: string
  onChange: (options: TemplateField['options']) => void
}

/** The options of a field: values with their titles. */
export function Options({ field: { options, type }, problem, onChange }: Props) {
  const { t } = useTranslation()
  const change = (at: number, over: Partial<TemplateField['options'][number]>) =>
    onChange(options.map((option, i) => (i === at ? { ...option, ...over } : option)))
  const isOwn = type === 'select'
  return (
    <div className="template-options" role="group" aria-label={t('publicationTemplates.options')}>
      <span>{t('publicationTemplates.options')}</span>
      {!isOwn && <small>{t('publicationTemplates.narrowHint')}</small>}
      {options.map((option, at) => (
        // Options have no identity of their own while they are typed: their place is it.
        <div key={at}>
          <Input
            aria-label={t('publicationTemplates.optionValue', { number: at + 1 })}
            placeholder={t('publicationTemplates.value')}
            value={option.value}
            maxLength={100}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          {(['zh', 'en'] as const).map((language) => (
            <Input
              key={language}
              lang={language}
              aria-label={t('publicationTemplates.optionTitle', {
                number: at + 1,
                language: t(`publications.languages.${language}`),
              })}
              placeholder={t(`publications.languages.${language}`)}
              value={option.title[language]}
              onChange={(event) => change(at, { title: { ...option.title, [language]: event.target.value } })}
            />
          ))}
          <Button
            aria-label={t('publicationTemplates.optionRemove', { number: at + 1 })}
            onClick={() => onChange(options.filter((_, i) => i !== at))}
          >
            {t('publicationTemplates.remove')}
          </Button>
        </div>
      ))}
      {problem && (
        <small role="alert" className="template-problem">
          {problem}
        </small>
      )}
      <Button icon={<PlusOutlined />} onClick={() => onChange([...options, { value: '', title: { zh: '', en: '' } }])}>
        {t('publicationTemplates.optionAdd')}
      </Button>
    </div>
  )
}
