import { Button, Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import { ResourceType } from '#contract/publications/metadata.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatList } from '../../src/widgets/format.ts'

type Reviewer = DataOf<typeof publications.reviewers>[number]
type Props = { person: Reviewer; children: ReactNode }

/** A reviewer, and what they review. */
export function ReviewerRow({ person, children }: Props) {
  const { t, i18n } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { personName, emailAccounts, types, institutions } = person
  const scope = [...types.map((type) => t(`publications.types.${type}`)), ...institutions]
  return (
    <li>
      <span>
        {personName} <small>{emailAccounts}</small>
        <small className="reviewer-scope">{formatList(scope, i18n.language) || t('reviews.scope.all')}</small>
      </span>
      <span className="publication-actions">
        <Button size="small" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {t('reviews.scope.edit')}
        </Button>
        {children}
      </span>
      {isEditing && <Scope person={person} onDone={() => setEditing(false)} />}
    </li>
  )
}

function Scope({ person, onDone }: { person: Reviewer; onDone: () => void }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const { personId } = person
  const [types, setTypes] = useState(person.types)
  const [institutions, setInstitutions] = useState(person.institutions)
  const save = () =>
    run(async () => {
      await call(publications.addReviewer, { personId, types, institutions }, { quiet: true })
      renew()
      onDone()
    })
  return (
    <Form layout="vertical" component="div" className="reviewer-form">
      <p>{t('reviews.scope.hint')}</p>
      <Form.Item label={t('reviews.types.label')} htmlFor={`types-${personId}`}>
        <Select
          id={`types-${personId}`}
          mode="multiple"
          value={types}
          onChange={setTypes}
          options={ResourceType.options.map((value) => ({ value, label: t(`publications.types.${value}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('reviews.institutions.label')} htmlFor={`institutions-${personId}`}>
        <Select
          id={`institutions-${personId}`}
          mode="tags"
          value={institutions}
          onChange={setInstitutions}
          open={false}
        />
      </Form.Item>
      <Problem text={problem} />
      <Button type="primary" size="small" loading={isBusy} onClick={() => void save()}>
        {t('reviews.scope.save')}
      </Button>
    </Form>
  )
}
