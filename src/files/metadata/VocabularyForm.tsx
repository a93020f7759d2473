import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { TEMPLATE_NAME_MAX, TERM_MAX, VOCABULARY_TERMS_MAX } from '#contract/core/limits.ts'
import { metadata, type Vocabulary } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Begun } from './Begun.tsx'

export type FormProps = {
  spaceId: string
  /** null for a new one. */
  id: string | null
  onDirty: () => void
  onLeave: () => void
  onSaved: () => void
}

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
  const { spaceId, id } = props
  return (
    <Begun
      queryKey={['vocabularies', spaceId, id]}
      isNew={id === null}
      load={() => call(metadata.vocabulary, { spaceId, id: id ?? '' }, { quiet: true })}
    >
      {(before) => <Fields {...props} before={before} />}
    </Begun>
  )
}

function Fields({ spaceId, before, onDirty, onLeave, onSaved }: FormProps & { before: Vocabulary | null }) {
  const { t } = useTranslation()
  const { isBusy, problem, run } = useTask()
  const save = ({ name, terms }: { name: string; terms: string }) =>
    run(async () => {
      const known = before && { id: before.id, stamp: before.stamp }
      await call(metadata.saveVocabulary, { spaceId, ...known, name, terms: termsIn(terms) }, { quiet: true })
      onSaved()
    })
  const checkTerms = async (_rule: unknown, text: string = '') => {
    const terms = termsIn(text)
    if (!terms.length) throw new Error(t('metadata.manager.needsTerms'))
    if (terms.length > VOCABULARY_TERMS_MAX)
      throw new Error(t('metadata.manager.manyTerms', { count: VOCABULARY_TERMS_MAX }))
    const odd = terms.find((term) => term.length > TERM_MAX || /[;；]/.test(term))
    if (odd) throw new Error(t('metadata.manager.oddTerm', { term: odd.slice(0, 30), count: TERM_MAX }))
  }
  return (
    <Form
      layout="vertical"
      initialValues={{ name: before?.name ?? '', terms: before?.terms.join('\n') ?? '' }}
      onValuesChange={onDirty}
      onFinish={save}
    >
      <Form.Item
        name="name"
        label={t('metadata.manager.name')}
        rules={[{ required: true, whitespace: true, message: t('metadata.manager.needsName') }]}
      >
        <Input maxLength={TEMPLATE_NAME_MAX} autoFocus={!before} />
      </Form.Item>
      <Form.Item
        name="terms"
        label={t('metadata.manager.termsLabel')}
        extra={t('metadata.manager.termsHint')}
        rules={[{ validator: checkTerms }]}
      >
        <Input.TextArea autoSize={{ minRows: 8, maxRows: 20 }} />
      </Form.Item>
      <FormEnd isBusy={isBusy} problem={problem} onLeave={onLeave} />
    </Form>
  )
}

/** The end of a form: the refusal, and the buttons to save and to leave. */
export function FormEnd({ isBusy, problem, onLeave }: { isBusy: boolean; problem: string; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {problem && (
        <p className="metadata-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="metadata-buttons">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('metadata.save')}
        </Button>
        <Button disabled={isBusy} onClick={onLeave}>
          {t('metadata.back')}
        </Button>
      </div>
    </>
  )
}
