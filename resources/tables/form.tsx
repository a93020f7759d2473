import { App, Form, Input, Switch } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Space } from '#contract/spaces.ts'
import { type TableRecord, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { onDemand } from '../../src/widgets/on-demand.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { tablePath } from './address.ts'
import { TargetSpace } from './target-space.tsx'

const LineageDrawer = onDemand(() => import('./data-views/lineage.tsx'))

/** A new table, one whose description is edited, or one that is copied. */
type FormPanel = { kind: 'create' } | { kind: 'edit' | 'copy' | 'move'; table: TableRecord }
/** What is open above the page. */
export type TablePanel = FormPanel | { kind: 'lineage'; table: TableRecord }
type DrawerProps = { space: Space; panel: TablePanel | null; onClose: () => void; onMade: (id: string) => void }

/** The form of a table above the page, or where its data come from. */
export function TableDrawer({ space, panel, onClose, onMade }: DrawerProps) {
  const isLineage = panel?.kind === 'lineage'
  return (
    <>
      <FormDrawer space={space} panel={isLineage ? null : panel} onClose={onClose} onMade={onMade} />
      <LineageDrawer space={space} isOpen={isLineage} onClose={onClose} {...(isLineage && { id: panel.table.id })} />
    </>
  )
}

function FormDrawer({ space, panel, onClose, onMade }: Omit<DrawerProps, 'panel'> & { panel: FormPanel | null }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const made = useRef<Made | null>(null)
  const navigate = useNavigate()
  const title = { create: t('tables.create'), edit: t('tables.edit'), copy: t('tables.copy'), move: t('tables.move') }
  return (
    <GuardedDrawer
      title={panel && title[panel.kind]}
      open={panel !== null}
      isDirty={isDirty}
      onClose={() => {
        onClose()
        // A new table is opened once nothing is unsaved any more.
        if (made.current?.spaceId === space.id) onMade(made.current.id)
        else if (made.current) void navigate(tablePath(made.current.spaceId, made.current.id))
        made.current = null
      }}
      size={480}
      destroyOnHidden
    >
      {(ask, leave) =>
        panel && (
          <TableForm
            space={space}
            panel={panel}
            onClose={ask}
            onDone={leave}
            onDirty={setDirty}
            onMade={(table) => (made.current = table)}
          />
        )
      }
    </GuardedDrawer>
  )
}

/** A table that was made, in this space or another. */
type Made = { spaceId: string; id: string }
type Draft = { name: string; description: string; isShared: boolean; toSpaceId: string }
type Props = {
  space: Space
  panel: FormPanel
  onClose: () => void
  onDone: () => void
  onDirty: (isDirty: boolean) => void
  onMade: (table: Made) => void
}

function TableForm({ space, panel, onClose, onDone, onDirty, onMade }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(tables.create.input, 'tables')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('tables')
  useEffect(() => () => onDirty(false), [onDirty])
  const spaceId = space.id
  /** The first column of a new table, so that it can be written in at once. */
  const columns = [{ name: t('tables.firstColumn'), type: 'text' as const }]
  const save = (draft: Draft) =>
    run(async () => {
      let made: Made | null = null
      if (panel.kind === 'create') {
        const { id } = await call(tables.create, { ...draft, spaceId, columns }, { quiet: true })
        made = { spaceId, id }
      } else if (panel.kind === 'edit')
        await call(tables.edit, { ...draft, spaceId, id: panel.table.id }, { quiet: true })
      else {
        const { toSpaceId, name } = draft
        const isMoved = panel.kind === 'move'
        const copy = await call(tables.copy, { spaceId, id: panel.table.id, toSpaceId, name, isMoved }, { quiet: true })
        made = { spaceId: toSpaceId, id: copy.id }
      }
      void message.success(t(`tables.done.${panel.kind}`))
      renew()
      if (made) onMade(made)
      onDone()
    })
  const initial =
    panel.kind === 'create'
      ? { isShared: true }
      : panel.kind === 'edit'
        ? panel.table
        : panel.kind === 'move'
          ? { name: panel.table.name }
          : { name: t('tables.copyName', { name: panel.table.name }), toSpaceId: spaceId }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
    >
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      {(panel.kind === 'copy' || panel.kind === 'move') && (
        <TargetSpace space={space} kind={panel.kind} table={panel.table} />
      )}
      {panel.kind !== 'copy' && panel.kind !== 'move' && (
        <>
          <Form.Item {...field('description')}>
            <Input.TextArea rows={3} />
          </Form.Item>
          <Form.Item {...field('isShared')} valuePropName="checked" extra={t('tables.isShared.hint')}>
            <Switch />
          </Form.Item>
        </>
      )}
      <FormEnd submit={t(`tables.submit.${panel.kind}`)} isBusy={isBusy} problem={problem} onCancel={onClose} />
    </Form>
  )
}
