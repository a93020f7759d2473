import { Form, Input, InputNumber, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import { type Column, ColumnDraft } from '#contract/tables/columns.ts'
import { useFields } from '../../src/widgets/use-fields.ts'
import { useWhole } from '../../src/widgets/use-whole.ts'
import { NameField, OptionsField } from './column-basics.tsx'
import { OffsetField } from './offset-field.tsx'

/** Fields for the name, the format and the rules of a column. */
export function Described({ spaceId, column }: { spaceId: string; column: Column }) {
  const { t } = useTranslation()
  const field = useFields(ColumnDraft, 'tables.column')
  const whole = useWhole()
  const { type } = column
  const isOrdered = type === 'number' || type === 'date' || type === 'datetime'
  const rule = (name: string) => ({ name: ['rules', name], label: t(`tables.rules.${name}` as 'tables.rules.least') })
  return (
    <>
      <div className="column-pair">
        <NameField />
        <Form.Item {...field('unit')}>
          <Input />
        </Form.Item>
      </div>
      <Form.Item {...field('description')}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <OptionsField spaceId={spaceId} type={type} />
      {type === 'number' && (
        <div className="column-pair">
          <Form.Item name={['format', 'decimals']} label={t('tables.format.decimals')} rules={[whole(0, 20, false)]}>
            <InputNumber />
          </Form.Item>
          <Form.Item name={['format', 'isGrouped']} label={t('tables.format.isGrouped')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name={['format', 'isPercent']} label={t('tables.format.isPercent')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
      )}
      {type === 'datetime' && <OffsetField placeholder={t('tables.format.readerZone')} />}
      <h4 className="column-rules">{t('tables.rules.title')}</h4>
      <div className="column-pair">
        <Form.Item {...rule('isRequired')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item {...rule('isUnique')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item {...rule('isStrict')} valuePropName="checked" extra={t('tables.rules.strictHint')}>
          <Switch />
        </Form.Item>
      </div>
      {isOrdered && (
        <div className="column-pair">
          <Form.Item {...rule('least')}>
            <Input />
          </Form.Item>
          <Form.Item {...rule('greatest')}>
            <Input />
          </Form.Item>
        </div>
      )}
      {type === 'text' && (
        <div className="column-pair">
          <Form.Item {...rule('lengthMin')} rules={[whole(0, TABLE_TEXT_MAX, false)]}>
            <InputNumber />
          </Form.Item>
          <Form.Item {...rule('lengthMax')} rules={[whole(0, TABLE_TEXT_MAX, false)]}>
            <InputNumber />
          </Form.Item>
          <Form.Item {...rule('pattern')}>
            <Input />
          </Form.Item>
        </div>
      )}
    </>
  )
}
