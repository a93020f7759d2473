import { App, Button, Checkbox, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backups, type InstallationSchedule } from '#contract/backups.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatInZone } from '../../src/widgets/format.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { KeepingFields } from './keeping.tsx'
import { firstSchedule, ScheduleFields, useScheduleWords } from './schedule.tsx'

type Known = { schedule: InstallationSchedule | null }

/** When the installation is backed up by itself, and what changes that. */
export function ScheduleOfInstallation({ schedule }: Known) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const words = useScheduleWords()
  return (
    <div className="backup-drill">
      <span>
        {schedule?.nextTime
          ? `${words(schedule)} ${schedule.zone} · ${t(`backups.retention.kinds.${schedule.retention}`)} · ${t(
              'backups.next',
              {
                at: formatInZone(schedule.nextTime, schedule.zone, i18n.language),
              },
            )}`
          : t('backups.installation.schedule.off')}
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(schedule ? 'backups.installation.schedule.edit' : 'backups.installation.schedule.set')}
      </Button>
      <GuardedDrawer
        title={t('backups.installation.schedule.title')}
        open={isOpen}
        isDirty={isDirty}
        onClose={() => setOpen(false)}
        size={520}
        destroyOnHidden
      >
        {(ask, leave) => <ScheduleForm schedule={schedule} onClose={ask} onDone={leave} onDirty={setDirty} />}
      </GuardedDrawer>
    </div>
  )
}

type Draft = InputOf<typeof backups.setInstallationSchedule>
type FormProps = Known & { onClose: () => void; onDone: () => void; onDirty: (isDirty: boolean) => void }

function ScheduleForm({ schedule, onClose, onDone, onDirty }: FormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(backups.setInstallationSchedule.input, 'backups')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('backups')
  useEffect(() => () => onDirty(false), [onDirty])
  const save = (draft: Draft) =>
    run(async () => {
      await call(backups.setInstallationSchedule, draft, { quiet: true })
      void message.success(t('backups.installation.schedule.saved'))
      renew()
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={schedule ?? { ...firstSchedule(), isOn: true }}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
    >
      <Form.Item name="isOn" valuePropName="checked">
        <Checkbox>{t('backups.installation.schedule.isOn')}</Checkbox>
      </Form.Item>
      <ScheduleFields field={field} />
      <KeepingFields
        field={field}
        hints={{
          retention: t('backups.installation.schedule.keeps'),
          drill: t('backups.installation.schedule.drillHint'),
        }}
      />
      <FormEnd submit={t('backups.installation.schedule.save')} isBusy={isBusy} problem={problem} onCancel={onClose} />
    </Form>
  )
}
