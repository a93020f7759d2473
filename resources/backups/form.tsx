import { App, Button, Checkbox, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BackupPolicy, BackupTargetKind, backups } from '#contract/backups.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { KeepingFields } from './keeping.tsx'
import { fieldsOfTarget, placeOf } from './place.ts'
import { firstSchedule, ScheduleFields } from './schedule.tsx'
import { ScopeFields } from './scope.tsx'
import { TargetFields } from './target.tsx'

/** A policy that is edited; without one a new one is added. */
export type PolicyPanel = { policy?: BackupPolicy }
/** The targets that the configuration of the server allows. */
export type Allowed = { folders: readonly string[]; isOutsideOn: boolean }
type Props = { panel: PolicyPanel | null; allowed: Allowed; onClose: () => void }

/** The form of a policy above the list. */
export function PolicyDrawer({ panel, allowed, onClose }: Props) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  return (
    <GuardedDrawer
      title={panel && t(panel.policy ? 'backups.editTitle' : 'backups.add')}
      open={panel !== null}
      isDirty={isDirty}
      onClose={onClose}
      size={520}
      destroyOnHidden
    >
      {(ask, leave) =>
        panel && <PolicyForm {...panel} allowed={allowed} onClose={ask} onDone={leave} onDirty={setDirty} />
      }
    </GuardedDrawer>
  )
}

/** Kinds of targets that the configuration allows. */
export const kindsOf = ({ folders, isOutsideOn }: Allowed): BackupTargetKind[] =>
  BackupTargetKind.options.filter((kind) => (kind === 'folder' ? folders.length > 0 : isOutsideOn))

type Draft = InputOf<typeof backups.create>
type FormProps = PolicyPanel & {
  allowed: Allowed
  onClose: () => void
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

function PolicyForm({ policy, allowed, onClose, onDone, onDirty }: FormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(backups.create.input, 'backups')
  const { run, isBusy, problem } = useFormTask(form, fieldsOfTarget)
  const renew = useResourceRenewal('backups')
  useEffect(() => () => onDirty(false), [onDirty])
  const first = { ...firstSchedule(), scope: 'all', isCompressed: true, passphrase: '' } as const
  const kinds = kindsOf(allowed)
  const save = (draft: Draft) =>
    run(async () => {
      if (policy) {
        const { passphrase: _passphrase, ...edit } = draft
        await call(backups.edit, { ...edit, id: policy.id }, { quiet: true })
      } else await call(backups.create, draft, { quiet: true })
      void message.success(t(policy ? 'backups.saved' : 'backups.added'))
      renew()
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={policy ?? { ...first, kind: kinds[0], folder: kinds[0] === 'folder' ? allowed.folders[0] : '' }}
      scrollToFirstError
      onValuesChange={(changed: Partial<Draft>) => {
        onDirty(true)
        if (changed.kind) form.setFieldValue('folder', changed.kind === 'folder' ? allowed.folders[0] : '')
      }}
      onFinish={save}
      autoComplete="off"
    >
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      <ScopeFields field={field} policy={policy} />
      <ScheduleFields field={field} />
      <KeepingFields field={field} />
      <Form.Item name="isCompressed" valuePropName="checked">
        <Checkbox>{t('backups.isCompressed.label')}</Checkbox>
      </Form.Item>
      <TargetFields field={field} policy={policy} kinds={kinds} folders={allowed.folders} />
      {!policy && (
        <Form.Item {...field('passphrase')} extra={t('backups.passphrase.hint')}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      )}
      <FormEnd submit={t(policy ? 'backups.save' : 'backups.add')} isBusy={isBusy} problem={problem} onCancel={onClose}>
        {policy && <RemoveButton policy={policy} onDone={onDone} />}
      </FormEnd>
    </Form>
  )
}

function RemoveButton({ policy, onDone }: { policy: BackupPolicy; onDone: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useResourceRenewal('backups')
  const { id, name } = policy
  async function remove() {
    await call(backups.remove, { id })
    void message.success(t('backups.remove.done'))
    renew()
    onDone()
  }
  const ask = () =>
    modal.confirm({
      title: t('backups.remove.title', { name }),
      content: t('backups.remove.loses', { folder: placeOf(policy) }),
      okText: t('backups.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  return (
    <Button danger onClick={ask}>
      {t('backups.remove.button')}
    </Button>
  )
}
