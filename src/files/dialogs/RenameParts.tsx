import { Checkbox, Input, InputNumber, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type RenamePlan, searchOf } from '../rename-plan.ts'

const letters = ['same', 'lower', 'upper', 'title'] as const
const TEXT_MAX = 255

type Props = { plan: RenamePlan; onChange: (part: Partial<RenamePlan>) => void }

/** The form of a rename plan; each field is optional. */
export function RenameParts({ plan, onChange }: Props) {
  const { t } = useTranslation()
  const isHalf = plan.find !== '' && searchOf(plan) === null
  const text = (key: 'find' | 'replace' | 'pattern') => ({
    value: plan[key],
    maxLength: TEXT_MAX,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  })
  return (
    <div className="rename-parts">
      <Part label={t('files.renaming.find')}>
        {(id) => <Input id={id} {...text('find')} status={isHalf ? 'warning' : ''} autoFocus />}
      </Part>
      <Part label={t('files.renaming.replace')}>{(id) => <Input id={id} {...text('replace')} />}</Part>
      <Part label={t('files.renaming.pattern')}>
        {(id) => <Input id={id} {...text('pattern')} placeholder={t('files.renaming.patternHint')} />}
      </Part>
      <div className="rename-numbers">
        <Part label={t('files.renaming.from')}>
          {(id) => (
            <InputNumber
              id={id}
              value={plan.from}
              min={0}
              max={999_999}
              onChange={(from) => onChange({ from: from ?? 0 })}
            />
          )}
        </Part>
        <Part label={t('files.renaming.digits')}>
          {(id) => (
            <InputNumber
              id={id}
              value={plan.digits}
              min={1}
              max={9}
              onChange={(digits) => onChange({ digits: digits ?? 1 })}
            />
          )}
        </Part>
      </div>
      <Part label={t('files.renaming.letters')}>
        {(id) => (
          <Select
            id={id}
            value={plan.letters}
            onChange={(value) => onChange({ letters: value })}
            options={letters.map((value) => ({ value, label: t(`files.renaming.cases.${value}`) }))}
          />
        )}
      </Part>
      <div className="rename-boxes">
        <Checkbox checked={plan.isRegular} onChange={({ target }) => onChange({ isRegular: target.checked })}>
          {t('files.renaming.isRegular')}
        </Checkbox>
        <Checkbox checked={plan.withSuffix} onChange={({ target }) => onChange({ withSuffix: target.checked })}>
          {t('files.renaming.withSuffix')}
        </Checkbox>
      </div>
    </div>
  )
}

function Part({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="rename-part">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
