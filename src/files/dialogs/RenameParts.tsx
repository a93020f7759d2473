import { Checkbox, Input, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BoundedNumber } from '../../widgets/CheckedNumber.tsx'
import { type RenamePlan, searchOf } from '../rename-plan.ts'

const letters = ['same', 'lower', 'upper', 'title'] as const
const TEXT_MAX = 255
const FROM_MAX = 999_999
const DIGITS_MAX = 9

type Props = {
  plan: RenamePlan
  onChange: (part: Partial<RenamePlan>) => void
  /** Called when a part holds what is no value of it; the next change of the part ends that. */
  onWrong: (part: keyof RenamePlan) => void
}

/** The form of a rename plan; each field is optional. */
export function RenameParts({ plan, onChange, onWrong }: Props) {
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
            <BoundedNumber
              id={id}
              value={plan.from}
              min={0}
              max={FROM_MAX}
              isWhole
              onChange={(from) => onChange({ from })}
              onWrong={() => onWrong('from')}
            />
          )}
        </Part>
        <Part label={t('files.renaming.digits')}>
          {(id) => (
            <BoundedNumber
              id={id}
              value={plan.digits}
              min={1}
              max={DIGITS_MAX}
              isWhole
              onChange={(digits) => onChange({ digits })}
              onWrong={() => onWrong('digits')}
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
