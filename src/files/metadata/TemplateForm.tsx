import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { META_KEY_MAX, TEMPLATE_FIELDS_MAX, TEXT_MAX, VOCABULARY_TERMS_MAX } from '#contract/core/limits.ts'
import { FieldKind, isChosen, isCounted, type TemplateField } from '#contract/fields.ts'
import { metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { useWhole } from '../../widgets/use-whole.ts'
import { type FormProps, RecordForm } from './RecordForm.tsx'

const empty: TemplateField = {
  key: '',
  kind: 'text',
  isRequired: false,
  hint: '',
  unit: '',
  min: null,
  max: null,
  vocabularyId: null,
}

/** Drops the properties that the field's kind does not use. */
const fieldOf = (draft: TemplateField): TemplateField => {
  const isNumber = draft.kind === 'number'
  return {
    ...empty,
    key: draft.key,
    kind: draft.kind,
    isRequired: Boolean(draft.isRequired),
    hint: draft.hint ?? '',
    ...(isNumber && { unit: draft.unit ?? '' }),
    ...((isNumber || isCounted(draft)) && { min: draft.min ?? null, max: draft.max ?? null }),
    ...(isChosen(draft) && { vocabularyId: draft.vocabularyId ?? null }),
  }
}

/** The form of one template: its name and its ordered fields. */
export function TemplateForm(props: FormProps) {
  const { spaceId, onDirty } = props
  return (
    <RecordForm
      {...props}
      kind="templates"
      load={async (id) => (await call(metadata.template, { spaceId, id }, { quiet: true })).template}
      valuesOf={(before) => ({ fields: before?.fields ?? [empty] })}
      save={({ name, fields }, known) =>
        call(metadata.saveTemplate, { spaceId, ...known, name, fields: fields.map(fieldOf) }, { quiet: true })
      }
    >
      <FieldCards spaceId={spaceId} onDirty={onDirty} />
    </RecordForm>
  )
}

function FieldCards({ spaceId, onDirty }: Pick<FormProps, 'spaceId' | 'onDirty'>) {
  const { t } = useTranslation()
  return (
    <Form.List name="fields">
      {(rows, { add, remove, move }) => (
        <>
          {rows.map(({ key, name }) => (
            <FieldCard
              key={key}
              spaceId={spaceId}
              name={name}
              isLast={name === rows.length - 1}
              onMove={(to) => {
                move(name, to)
                onDirty()
              }}
              {...(rows.length > 1 && {
                onRemove: () => {
                  remove(name)
                  onDirty()
                },
              })}
            />
          ))}
          {rows.length < TEMPLATE_FIELDS_MAX && (
            <Button block type="dashed" icon={<PlusOutlined />} onClick={() => add(empty)}>
              {t('metadata.manager.addField')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

type CardProps = {
  spaceId: string
  name: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove?: () => void
}

function FieldCard({ spaceId, name, isLast, onMove, onRemove }: CardProps) {
  const { t } = useTranslation()
  const whole = useWhole()
  const form = Form.useFormInstance<{ fields: TemplateField[] }>()
  const kind = Form.useWatch(['fields', name, 'kind'], form) as TemplateField['kind'] | undefined
  const { data, error, refetch } = useQuery({
    queryKey: ['vocabularies', spaceId],
    queryFn: () => call(metadata.vocabularies, { spaceId }, { quiet: true }),
  })
  const vocabularies = data ?? []
  const number = name + 1
  const isOnce = async (_rule: unknown, key: string = '') => {
    const fields = (form.getFieldValue('fields') as TemplateField[]) ?? []
    if (fields.filter((one) => one?.key?.trim() === key.trim()).length > 1)
      throw new Error(t('metadata.problems.twice'))
  }
  return (
    <fieldset className="metadata-field">
      <legend>{t('metadata.manager.field', { number })}</legend>
      <Form.Item
        name={[name, 'key']}
        label={t('metadata.key')}
        rules={[{ required: true, whitespace: true, message: t('metadata.problems.noKey') }, { validator: isOnce }]}
      >
        <Input maxLength={META_KEY_MAX} />
      </Form.Item>
      <Form.Item name={[name, 'kind']} label={t('metadata.manager.kind')}>
        <Select options={FieldKind.options.map((value) => ({ value, label: t(`metadata.kinds.${value}`) }))} />
      </Form.Item>
      {(kind === 'choice' || kind === 'several') && (
        <Form.Item
          name={[name, 'vocabularyId']}
          label={t('metadata.manager.vocabulary')}
          extra={
            error ? (
              <NotLoaded error={error} onRetry={refetch} isInline />
            ) : (
              data?.length === 0 && t('metadata.manager.noVocabularyYet')
            )
          }
          rules={[{ required: true, message: t('metadata.manager.needsVocabulary') }]}
        >
          <Select options={vocabularies.map(({ id, name: label }) => ({ value: id, label }))} />
        </Form.Item>
      )}
      {kind === 'number' && (
        <Form.Item name={[name, 'unit']} label={t('metadata.manager.unit')}>
          <Input maxLength={20} />
        </Form.Item>
      )}
      {kind && (kind === 'number' || isCounted({ kind })) && (
        <>
          <Form.Item
            name={[name, 'min']}
            label={t(kind === 'number' ? 'metadata.manager.min' : 'metadata.manager.fewest')}
            rules={kind === 'number' ? [] : [whole(0, VOCABULARY_TERMS_MAX, false)]}
          >
            <InputNumber />
          </Form.Item>
          <Form.Item
            name={[name, 'max']}
            label={t(kind === 'number' ? 'metadata.manager.max' : 'metadata.manager.most')}
            rules={kind === 'number' ? [] : [whole(1, VOCABULARY_TERMS_MAX, false)]}
          >
            <InputNumber />
          </Form.Item>
        </>
      )}
      <Form.Item name={[name, 'hint']} label={t('metadata.manager.hint')} className="wide">
        <Input maxLength={TEXT_MAX} />
      </Form.Item>
      <div className="metadata-field-end wide">
        <Form.Item name={[name, 'isRequired']} valuePropName="checked" noStyle>
          <Checkbox>{t('metadata.required')}</Checkbox>
        </Form.Item>
        <span>
          <Button
            type="text"
            icon={<ArrowUpOutlined />}
            disabled={name === 0}
            aria-label={t('metadata.manager.up', { number })}
            onClick={() => onMove(name - 1)}
          />
          <Button
            type="text"
            icon={<ArrowDownOutlined />}
            disabled={isLast}
            aria-label={t('metadata.manager.down', { number })}
            onClick={() => onMove(name + 1)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            disabled={!onRemove}
            aria-label={t('metadata.manager.removeField', { number })}
            onClick={onRemove}
          />
        </span>
      </div>
    </fieldset>
  )
}
