import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bilingual } from '#contract/publications/metadata.ts'

type LabelledProps = { label: string; problem?: string; hint?: string; children: ReactNode }

/** An input below its label, with what is wrong of it. */
export function Labelled({ label, problem = '', hint = '', children }: LabelledProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="template-labelled">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
      {problem && (
        <small role="alert" className="template-problem">
          {problem}
        </small>
      )}
    </label>
  )
}

type WordsProps = {
  label: string
  value: Bilingual
  max: number
  problem?: string
  onChange: (value: Bilingual) => void
}

/** A text in both languages. */
export function Words({ label, value, max, problem = '', onChange }: WordsProps) {
  const { t } = useTranslation()
  return (['zh', 'en'] as const).map((language) => (
    <Labelled
      key={language}
      label={t('publications.inLanguage', { name: label, language: t(`publications.languages.${language}`) })}
      problem={language === 'zh' ? problem : ''}
    >
      <Input
        lang={language}
        maxLength={max}
        value={value[language]}
        onChange={(event) => onChange({ ...value, [language]: event.target.value })}
      />
    </Labelled>
  ))
}
