import { Button, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundsOf, isRequired } from '#contract/core/form-rules.ts'
import { DATASET_LINE_MAX } from '#contract/publications/metadata.ts'
import {
  CHECK_MAX,
  CLASSIFIED,
  narrowedKeys,
  type TemplateField,
  TemplateFieldType,
} from '#contract/publications/template.ts'
import { BoundedNumber } from '../../src/widgets/CheckedNumber.tsx'
import { Classification } from './classification.tsx'
import { useFieldWords } from './field-words.ts'
import { Options } from './options.tsx'
import { Labelled, Words } from './words.tsx'

type Props = {
  field: TemplateField
  /** The properties of the field that are wrong: `0.check`. */
  wrong: readonly string[]
  onChange: (field: TemplateField) => void
  onRaise: (() => void) | null
  onRemove: () => void
}

/** A field in a line; its properties open below it. */
export function FieldEditor({ field, wrong, onChange, onRaise, onRemove }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { typeName, nameOf } = useFieldWords()
  const name = nameOf(field)
  const isShown = isOpen || wrong.length > 0
  return (
    <li>
      <div className="template-field">
        <span className="record-two">
          {name}
          <small>{typeName(field.type)}</small>
        </span>
        {isRequired(field.multiply) && <span className="template-required">{t('publicationTemplates.required')}</span>}
        <span className="template-actions">
          <Button
            size="small"
            aria-expanded={isShown}
            aria-label={t('publicationTemplates.fieldEdit', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('publicationTemplates.edit')}
          </Button>
          {onRaise && (
            <Button size="small" aria-label={t('publicationTemplates.fieldUp', { name })} onClick={onRaise}>
              {t('publicationTemplates.up')}
            </Button>
          )}
          <Button size="small" aria-label={t('publicationTemplates.fieldRemove', { name })} onClick={onRemove}>
            {t('publicationTemplates.remove')}
          </Button>
        </span>
      </div>
      {isShown && <Properties field={field} wrong={wrong} onChange={onChange} />}
    </li>
  )
}

/** Greatest number of entries that a field can require or allow (our choice). */
const COUNT_MAX = 9999
const OPEN_ENDED = Number.POSITIVE_INFINITY
const multiplyOf = (min: number, max: number) => `${min}:${max === OPEN_ENDED ? '*' : max}`

function Properties({ field, wrong, onChange }: Pick<Props, 'field' | 'wrong' | 'onChange'>) {
  const { t } = useTranslation()
  const { typeName } = useFieldWords()
  const { min, max } = boundsOf(field.multiply)
  const change = (over: Partial<TemplateField>) => onChange({ ...field, ...over })
  const problemOf = (key: 'key' | 'check' | 'iri' | 'options') =>
    wrong.some((path) => path.split('.')[1] === key) ? t(`publicationTemplates.problems.${key}`) : ''
  const isOwn = field.type !== 'core'
  const isNarrowed = narrowedKeys.includes(field.key)
  return (
    <div className="template-columns template-properties">
      {isOwn && (
        <>
          <Labelled label={t('publicationTemplates.type')}>
            <Select
              value={field.type}
              onChange={(type) =>
                change({ type, options: type === 'select' ? [{ value: '1', title: { zh: '', en: '' } }] : [] })
              }
              options={TemplateFieldType.options
                .filter((type) => type !== 'core')
                .map((value) => ({ value, label: typeName(value) }))}
            />
          </Labelled>
          <Labelled label={t('publicationTemplates.key')} problem={problemOf('key')}>
            <Input value={field.key} maxLength={40} onChange={(event) => change({ key: event.target.value })} />
          </Labelled>
        </>
      )}
      <Words
        label={t('publicationTemplates.fieldTitle')}
        value={field.title}
        max={DATASET_LINE_MAX}
        onChange={(title) => change({ title })}
      />
      <Words
        label={t('publicationTemplates.fieldHint')}
        value={field.hint}
        max={DATASET_LINE_MAX}
        onChange={(hint) => change({ hint })}
      />
      {!isOwn && field.language !== '' && (
        <Labelled label={t('publicationTemplates.isEither')}>
          <Switch checked={field.isEither === true} onChange={(isEither) => change({ isEither })} />
        </Labelled>
      )}
      {!isNarrowed && (
        <>
          <Labelled label={t('publicationTemplates.min')}>
            <BoundedNumber
              min={0}
              max={Math.min(max, COUNT_MAX)}
              isWhole
              value={min}
              onChange={(value) => change({ multiply: multiplyOf(value, max) })}
            />
          </Labelled>
          <Labelled label={t('publicationTemplates.max')} hint={t('publicationTemplates.maxHint')}>
            <BoundedNumber
              min={Math.max(min, 1)}
              max={COUNT_MAX}
              isWhole
              mayBeEmpty
              value={max === OPEN_ENDED ? null : max}
              onChange={(value) => change({ multiply: multiplyOf(min, value ?? OPEN_ENDED) })}
            />
          </Labelled>
          <Labelled
            label={t('publicationTemplates.check')}
            hint={t('publicationTemplates.checkHint')}
            problem={problemOf('check')}
          >
            <Input
              value={field.check}
              maxLength={CHECK_MAX}
              placeholder={field.type === 'image' ? 'jpg,png#400-*:300-*#0-512' : '/^[A-Z]{2}\\d+$/'}
              onChange={(event) => change({ check: event.target.value })}
            />
          </Labelled>
        </>
      )}
      <Labelled label={t('publicationTemplates.iri')} problem={problemOf('iri')}>
        <Input
          value={field.iri}
          maxLength={DATASET_LINE_MAX}
          placeholder="https://schema.org/measurementTechnique"
          onChange={(event) => change({ iri: event.target.value })}
        />
      </Labelled>
      {(field.type === 'select' || isNarrowed) && (
        <Options field={field} problem={problemOf('options')} onChange={(options) => change({ options })} />
      )}
      {field.key === CLASSIFIED && !isOwn && (
        <Classification field={field} problem={problemOf('options')} onChange={(options) => change({ options })} />
      )}
    </div>
  )
}
