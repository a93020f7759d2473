import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#contract/tables/question.ts'
import type { DataTable } from '#contract/tables.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { type ColumnTarget, type ColumnValues, changeIn, changesValues, initialOf } from './column-changes.ts'
import { ColumnFields } from './column-fields.tsx'
import type { Changes } from './use-changes.tsx'
import { valuesIn } from './values-in.ts'

type Props = {
  table: DataTable
  target: ColumnTarget
  changes: Changes
  /** The rows that are seen, when those are not all, and how many they are. */
  scope: Question | null
  shown: number
  onClose: () => void
}

/** The settings of a column are arranged side by side, so that all are visible at once. */
const [NARROW_PX, WIDE_PX] = [520, 640]

/** Asks what a change of a column needs, and does it; a refusal stays in the dialog. */
export function ColumnDialog({ table, target: asked, changes, scope, shown, onClose }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const client = useQueryClient()
  const [target, setTarget] = useState(asked)
  const [form] = Form.useForm<ColumnValues>()
  const { run, isBusy, problem } = useFormTask(form)
  const [isLossy, setLossy] = useState(false)
  const { kind } = target
  const isFirstFormula = target.kind === 'formula' && target.column.formula === null
  const formula = Form.useWatch('formula', form)
  /** Asks before a formula takes the place of values. */
  async function mayReplace(): Promise<boolean> {
    if (!isFirstFormula) return true
    const { id, name: column } = target.column
    const count = await client.fetchQuery(valuesIn(table, id))
    if (count === 0) return true
    return modal.confirm({
      title: t('tables.replaced.ask', { count, column }),
      content: t('tables.ask.undo'),
      okText: t('tables.replaced.replace'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
    })
  }
  /** The formula is kept for a column beside this one. */
  function insertInstead() {
    if (target.kind === 'add') return
    setTarget({ kind: 'insertAfter', column: target.column })
    form.setFieldsValue({ type: 'text', vocabularyId: null })
  }
  const save = (values: ColumnValues) =>
    run(async () => {
      if (!(await mayReplace())) return
      await changes.applyIn(changeIn({ table, target, values, isLossy, scope }))
      onClose()
    })
  return (
    <Modal
      open
      title={kind === 'add' ? t('tables.addColumn') : t(`tables.dialogs.${kind}`, { column: target.column.name })}
      footer={null}
      width={kind === 'describe' ? WIDE_PX : NARROW_PX}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" initialValues={initialOf(table, target)} onFinish={save}>
        <ColumnFields table={table} {...target} scope={scope} changes={changes} onLossy={setLossy} isLossy={isLossy} />
        {scope && kind !== 'add' && changesValues(kind) && (
          <p className="column-scope">{t('tables.onlyShown', { count: shown })}</p>
        )}
        <FormEnd
          submit={t('tables.apply')}
          isBusy={isBusy}
          problem={problem}
          isDisabled={isFirstFormula && !formula?.trim()}
          onCancel={onClose}
        >
          {isFirstFormula && (
            <Button type="link" onClick={insertInstead}>
              {t('tables.replaced.insertInstead')}
            </Button>
          )}
        </FormEnd>
      </Form>
    </Modal>
  )
}
