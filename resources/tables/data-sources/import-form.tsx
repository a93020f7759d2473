import { useQuery } from '@tanstack/react-query'
import { App, Checkbox, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_COLUMNS_MAX, TABLE_NAME_MAX } from '#contract/core/limits.ts'
import { type DataSource, isFileKind } from '#contract/data-sources.ts'
import { type SourceImport, sourceImports } from '#contract/source-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../src/widgets/FormEnd.tsx'
import { useFields } from '../../../src/widgets/use-fields.ts'
import { HERE, type PlannedColumn } from '../import-plan.ts'
import { tableKey } from '../use-table.ts'
import type { SourceAt } from './address.ts'
import { ConditionsField } from './conditions.tsx'
import { ColumnsField } from './import-columns-field.tsx'
import { IntoFields } from './import-into.tsx'
import { UpdateFields } from './import-update.tsx'
import { fillableOf, type ImportValues, valuesOf } from './import-values.ts'
import { columnsWish, firstPlan, keptPlan, keysWish, proposedOf, type Sampled } from './reading.ts'
import { ScheduleField } from './schedule-field.tsx'

type Props = {
  space: Space
  source: DataSource
  at: SourceAt
  record: SourceImport | undefined
  seen: Sampled
  onClose: () => void
  onDirty: (isDirty: boolean) => void
  onDone: (importId: string) => void
}
/** Columns of a table as they were planned for it: another table has other ones. */
type OwnPlan = { of: string; plan: PlannedColumn[] }

/** Defines an import, or edits one. */
export function ImportForm({ space, source, at, record, seen, onClose, onDirty, onDone }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<ImportValues>()
  const field = useFields(sourceImports.create.input, 'sourceImports')
  const { run, isBusy, problem } = useFormTask(form)
  const renewImports = useResourceRenewal('sourceImports')
  const renewSources = useResourceRenewal('dataSources')
  const initial = useMemo(() => valuesOf(record, at.table.slice(0, TABLE_NAME_MAX)), [record, at.table])
  const values = Form.useWatch([], { form, preserve: true }) ?? initial
  const [own, setOwn] = useState<OwnPlan | null>(null)

  const tableId = values.to === 'table' ? values.tableId : undefined
  const table = useQuery({
    queryKey: tableKey(space.id, tableId ?? ''),
    queryFn: () => call(tables.show, { spaceId: space.id, id: tableId ?? '' }, { quiet: true }),
    enabled: tableId !== undefined,
  })
  const columns = fillableOf(values.to, table.data)
  const proposed = useMemo(() => proposedOf(seen, source.kind), [seen, source.kind])
  const kept = record && keptPlan(proposed, record)
  const of = tableId ?? 'new'
  const plan = own?.of === of ? own.plan : (kept?.plan ?? firstPlan(proposed, columns ?? null))
  const taken = plan.filter(({ isTaken }) => isTaken)
  function change() {
    onDirty(true)
  }

  const save = (filled: ImportValues) =>
    run(async () => {
      const { title, mode, misfits, schedule, isNow, conditions, zone } = filled
      const reading = {
        ...columnsWish(plan, proposed, zone ?? HERE),
        schema: at.schema,
        table: at.table,
        title,
        mode,
        misfits,
        conditions,
        schedule,
        keys: mode === 'upsert' ? keysWish(filled.keys, plan, columns ?? null) : [],
        watermark: mode === 'replace' ? '' : filled.watermark,
      }
      const target =
        filled.to === 'table'
          ? { to: 'table' as const, tableId: filled.tableId ?? '' }
          : { to: 'new' as const, name: filled.name, isShared: filled.isShared }
      const place = { ...reading, spaceId: space.id }
      const saved = record
        ? await call(sourceImports.edit, { ...place, id: record.id }, { quiet: true })
        : await call(sourceImports.create, { ...place, sourceId: source.id, target, isNow }, { quiet: true })
      void message.success(t(record ? 'sourceImports.saved' : isNow ? 'sourceImports.begun' : 'sourceImports.made'))
      renewImports()
      renewSources()
      onDone(saved.id)
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      scrollToFirstError
      onValuesChange={(changed: Partial<ImportValues>) => {
        change()
        // Keys are columns of one table.
        if ('to' in changed || 'tableId' in changed) form.setFieldValue('keys', [])
        const isOnce = (schedule: ImportValues['schedule'] | undefined) => schedule && 'once' in schedule
        // Whoever chooses a time to come does not mean now.
        if (isOnce(changed.schedule) && !isOnce(values.schedule)) form.setFieldValue('isNow', false)
      }}
      onFinish={save}
      className="source-import"
    >
      <section>
        <h3>{t('sourceImports.steps.target')}</h3>
        <Form.Item {...field('title')}>
          <Input autoFocus />
        </Form.Item>
        <IntoFields space={space} record={record} values={values} />
      </section>
      <section>
        <h3>{t('sourceImports.steps.columns')}</h3>
        <ColumnsField
          proposed={proposed}
          plan={plan}
          columns={columns}
          table={tableId === undefined ? null : table}
          gone={kept?.gone ?? []}
          onChange={(next) => {
            setOwn({ of, plan: next })
            change()
          }}
        />
        {!isFileKind(source.kind) && (
          <Form.Item name="conditions" label={t('sourceImports.conditions.label')}>
            <ConditionsField columns={seen.columns} />
          </Form.Item>
        )}
      </section>
      <section>
        <h3>{t('sourceImports.steps.update')}</h3>
        <UpdateFields values={values} plan={plan} columns={columns ?? null} seen={seen} kind={source.kind} />
      </section>
      <section>
        <h3>{t('sourceImports.steps.when')}</h3>
        {!record && (
          <Form.Item name="isNow" valuePropName="checked">
            <Checkbox>{t('sourceImports.isNow')}</Checkbox>
          </Form.Item>
        )}
        <Form.Item {...field('schedule')} label={undefined} required={false}>
          <ScheduleField />
        </Form.Item>
      </section>
      <FormEnd
        submit={t(record ? 'sourceImports.save' : values.isNow ? 'sourceImports.begin' : 'sourceImports.make')}
        isBusy={isBusy}
        isDisabled={columns === undefined || taken.length === 0 || taken.length > TABLE_COLUMNS_MAX}
        problem={problem}
        onCancel={onClose}
      >
        {columns !== undefined && <span className="soft num">{t('sourceImports.taken', { count: taken.length })}</span>}
      </FormEnd>
    </Form>
  )
}
