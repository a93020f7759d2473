import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { TERM_MAX, VOCABULARY_TERMS_MAX } from '#contract/core/limits.ts'
import { metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { type FormProps, RecordForm } from './RecordForm.tsx'

const termsIn = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** The form of one vocabulary, one term per line. */
export function VocabularyForm(props: FormProps) {
  const { t } = useTranslation()
  const { spaceId } = props
  const checkTerms = async (_rule: unknown, text: string = '') => {
    const terms = termsIn(text)
    if (!terms.length) throw new Error(t('metadata.manager.needsTerms'))
    if (terms.length > VOCABULARY_TERMS_MAX)
      throw new Error(t('metadata.manager.manyTerms', { count: VOCABULARY_TERMS_MAX }))
    const odd = terms.find((term) => term.length > TERM_MAX || /[;；]/.test(term))
    if (odd) throw new Error(t('metadata.manager.oddTerm', { term: odd.slice(0, 30), count: TERM_MAX }))
  }
  return (
    <RecordForm
      {...props}
      kind="vocabularies"
      load={(id) => call(metadata.vocabulary, { spaceId, id }, { quiet: true })}
      valuesOf={(before) => ({ terms: before?.terms.join('\n') ?? '' })}
      save={({ name, terms }, known) =>
        call(metadata.saveVocabulary, { spaceId, ...known, name, terms: termsIn(terms) }, { quiet: true })
      }
    >
      <Form.Item
        name="terms"
        label={t('metadata.manager.termsLabel')}
        extra={t('metadata.manager.termsHint')}
        rules={[{ validator: checkTerms }]}
      >
        <Input.TextArea autoSize={{ minRows: 8, maxRows: 20 }} />
      </Form.Item>
    </RecordForm>
  )
}
