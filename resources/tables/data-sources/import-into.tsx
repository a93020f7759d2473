import { Form, Input, Radio, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SourceImport } from '#contract/source-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { tables } from '#contract/tables.ts'
import { useFields } from '../../../src/widgets/use-fields.ts'
import type { ImportValues } from './import-values.ts'
import { TableSelect } from './table-select.tsx'

type Props = { space: Space; record: SourceImport | undefined; values: ImportValues }

/** The table that takes the rows: a new one, or one that is there. An import stays with its table. */
export function IntoFields({ space, record, values }: Props) {
  const { t } = useTranslation()
  const field = useFields(tables.create.input, 'tables')
  if (record)
    return (
      <p className="source-into">
        {t('sourceImports.into')} <b>{record.target.name}</b>
      </p>
    )
  return (
    <>
      <Form.Item name="to" label={t('sourceImports.into')}>
        <Radio.Group
          options={(['new', 'table'] as const).map((value) => ({ value, label: t(`sourceImports.intos.${value}`) }))}
        />
      </Form.Item>
      {values.to === 'new' ? (
        <div className="import-pair">
          <Form.Item {...field('name')} label={t('tableFiles.import.name')}>
            <Input />
          </Form.Item>
          <Form.Item name="isShared" label={t('tableFiles.import.isShared')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
      ) : (
        <Form.Item
          name="tableId"
          label={t('sourceImports.table')}
          rules={[{ required: true, message: t('sourceImports.chooseTable') }]}
        >
          <TableSelect spaceId={space.id} />
        </Form.Item>
      )}
    </>
  )
}
