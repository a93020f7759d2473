import { Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { type ColumnDialogKind, type ColumnValues, changeIn, initialOf } from './column-changes.ts'
import { ColumnFields } from './column-fields.tsx'
import type { Changes } from './use-changes.tsx'

type Props = { table: DataTable; column: Column; kind: ColumnDialogKind; changes: Changes; onClose: () => void }

/** Asks what a change of a column needs, and does it; a refusal stays in the dialog. */
export function ColumnDialog({ table, column, kind, changes, onClose }: Props) {
  const { t } = useTranslation()
  const [form] = Form.useForm<ColumnValues>()
  const { run, isBusy, problem } = useFormTask(form)
  const [isLossy, setLossy] = useState(false)
  const save = (values: ColumnValues) =>
    run(async () => {
      await changes.applyIn(changeIn({ table, column, kind, values, isLossy }))
      onClose()
    })
  return (
    <Modal
      open
      title={t(`tables.dialogs.${kind}`, { column: column.name })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" initialValues={initialOf(table, column, kind)} onFinish={save}>
        <ColumnFields
          table={table}
          column={column}
          kind={kind}
          changes={changes}
          onLossy={setLossy}
          isLossy={isLossy}
        />
        <FormEnd submit={t('tables.apply')} isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
