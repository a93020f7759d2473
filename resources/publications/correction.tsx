import { App, Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/core/limits.ts'
import { metadataProblems } from '#contract/publications/check.ts'
import { CorrectedFields } from '#contract/publications/corrections.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { narrowedKeys, type TemplateDefinition } from '#contract/publications/template.ts'
import { type PublicationDetails, publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { MetadataFields } from './metadata-step.tsx'

type Props = {
  publication: PublicationDetails
  definition: TemplateDefinition
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

/** Pictures are files of the version, which stay. */
const corrected = (definition: TemplateDefinition): TemplateDefinition => ({
  ...definition,
  groups: definition.groups.map((group) => ({
    ...group,
    fields: group.fields.filter(({ type }) => type !== 'image'),
  })),
})

/** Only the fields that differ from the published ones: others may correct the rest meanwhile. */
const differing = (fields: DraftFields, published: DraftFields): CorrectedFields => {
  const isSame = (key: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify((published as Record<string, unknown>)[key])
  return Object.fromEntries(Object.entries(CorrectedFields.parse(fields)).filter(([key, value]) => !isSame(key, value)))
}

/** The metadata of a published version, to be corrected with a reason. */
export function Correction({ publication: { id, space, fields: current }, definition, onDirty, onClose }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useResourceRenewal('publications')
  const { run, isBusy, problem } = useTask()
  const reasonId = useId()
  // The record when the form was opened: what others correct meanwhile is kept.
  const [published] = useState(current)
  const [fields, setShown] = useState<DraftFields>(published)
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const set = (change: DraftFields) => {
    setShown((before) => ({ ...before, ...change }))
    onDirty(true)
  }
  const problems = metadataProblems(definition, fields, new Date().toISOString().slice(0, 10)).filter(
    ({ level, place }) => level === 'error' && !narrowedKeys.includes(place),
  )
  const isMissing = reason.trim() === ''
  const changes = differing(fields, published)
  const isUnchanged = Object.keys(changes).length === 0
  const leave = () => {
    onDirty(false)
    onClose()
  }
  const save = () => {
    setAsked(true)
    if (isMissing || isUnchanged || problems.length) return
    return run(async () => {
      await call(publications.correct, { id, fields: changes, reason }, { quiet: true })
      renew()
      void message.success(t('publications.correction.saved'))
      leave()
    })
  }
  return (
    <section className="publication-decision" aria-label={t('publications.correct')}>
      <p className="hint">{t('publications.correction.hint')}</p>
      <Form layout="vertical" component="div" className="metadata-form">
        <MetadataFields
          draft={{ id, spaceId: space?.id, fields, set }}
          definition={corrected(definition)}
          problems={problems}
          isAsked={isAsked}
        />
        <Form.Item
          label={t('publications.correction.reason')}
          htmlFor={reasonId}
          required
          {...(isAsked && isMissing && { validateStatus: 'error', help: t('publications.reasonMissing') })}
        >
          <Input.TextArea
            id={reasonId}
            rows={2}
            maxLength={TEXT_MAX}
            showCount
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              onDirty(true)
            }}
          />
        </Form.Item>
      </Form>
      <Problem text={isAsked && isUnchanged ? t('publications.correction.unchanged') : problem} />
      <div className="publication-actions">
        <Button type="primary" loading={isBusy} onClick={() => void save()}>
          {t('publications.correction.save')}
        </Button>
        <Button onClick={leave}>{t('common.cancel')}</Button>
      </div>
    </section>
  )
}
