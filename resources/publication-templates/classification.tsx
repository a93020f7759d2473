import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OptionFile, readOptionFile, writeOptionFile } from '#contract/publications/option-file.ts'
import type { TemplateField } from '#contract/publications/template.ts'
import { subjectNames } from '#providers/both-languages.ts'
import { saveBlob } from '#providers/save-blob.ts'

const STANDARD = 'GB/T 13745-2009'
const EXAMPLE = { above: '170', below: '17045' }
/** Maximum number of errors shown for a file. */
const TOLD_MAX = 5

type Props = {
  field: TemplateField
  problem: string
  onChange: (options: TemplateField['options']) => void
}

/** The disciplines of a template: the standard ones, or a custom classification from a file. */
export function Classification({ field: { options }, problem, onChange }: Props) {
  const { t } = useTranslation()
  const [found, setFound] = useState<OptionFile | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    // Reset, so that choosing the same file again triggers a change event.
    if (input.current) input.current.value = ''
    if (!file) return
    const next = readOptionFile(await file.text())
    setFound(next)
    if (!next.problems.length && next.options.length) onChange(next.options)
  }
  const builtIn = async () => {
    const [{ standardOptions }, { zh, en }] = await Promise.all([
      import('#contract/publications/lower-subjects.ts'),
      subjectNames(),
    ])
    return standardOptions((code) => ({ zh: zh[code], en: en[code] }))
  }
  const save = async () => {
    const text = writeOptionFile(options.length ? options : await builtIn())
    saveBlob(new Blob([text], { type: 'text/csv' }), 'classification.csv')
  }
  return (
    <div className="template-options" role="group" aria-label={t('publicationTemplates.classification.title')}>
      <span>{t('publicationTemplates.classification.title')}</span>
      <small>{t('publicationTemplates.classification.hint', EXAMPLE)}</small>
      <p role="status">
        {options.length
          ? t('publicationTemplates.classification.own', { count: options.length })
          : t('publicationTemplates.classification.builtIn', { standard: STANDARD })}
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt"
        hidden
        aria-label={t('publicationTemplates.classification.read')}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {t('publicationTemplates.classification.read')}
      </Button>
      {found && <Findings found={found} />}
      {problem && (
        <small role="alert" className="template-problem">
          {problem}
        </small>
      )}
      <span className="template-actions">
        <Button size="small" onClick={() => void save()}>
          {t('publicationTemplates.classification.save')}
        </Button>
        {options.length > 0 && (
          <Button size="small" onClick={() => onChange([])}>
            {t('publicationTemplates.classification.drop')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** The errors of a file; a file with errors is not imported at all. */
function Findings({ found: { options, problems } }: { found: OptionFile }) {
  const { t } = useTranslation()
  if (!problems.length && options.length) return null
  const told = problems.slice(0, TOLD_MAX)
  return (
    <section role="alert" className="template-problem">
      {problems.length === 0 && t('publicationTemplates.classification.nothing')}
      {problems.length > 0 && t('publicationTemplates.classification.wrong', { count: problems.length })}
      <ul>
        {told.map(({ line, code }) => (
          <li key={line}>{t(`publicationTemplates.classification.problems.${code}`, { line })}</li>
        ))}
      </ul>
    </section>
  )
}
