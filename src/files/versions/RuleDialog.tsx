import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, InputNumber, Modal, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { VERSION_RULE_BOUNDS } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { type VersionRule, versions } from '#contract/versions.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../widgets/FormEnd.tsx'
import { formatBytes } from '../../widgets/format.ts'
import { FormSkeleton } from '../../widgets/Skeleton.tsx'
import { useWhole } from '../../widgets/use-whole.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'

const numbers = ['keepHours', 'dailyDays', 'weeklyDays', 'sharePercent', 'perFileMax'] as const

/** The retention rule for older versions: readable for everybody, editable for the owner. */
export default function RuleDialog({ context, onClose }: DialogProps<'versionRule'>) {
  const { t } = useTranslation()
  const whole = useWhole()
  const client = useQueryClient()
  const [form] = Form.useForm<VersionRule>()
  const task = useFormTask(form)
  const spaceId = context.space.id
  const key = ['versionRule', spaceId]
  const query = useQuery({ queryKey: key, queryFn: () => call(versions.rule, { spaceId }, { quiet: true }), gcTime: 0 })
  const maySet = can(context.actor, 'space.setVersionRule', context.policyContext)
  const save = (rule: VersionRule) =>
    task.run(async () => {
      await call(versions.setRule, { spaceId, rule }, { quiet: true })
      await client.invalidateQueries({ queryKey: key })
      context.say('versions.rule.saved')
      onClose()
    })
  return (
    <Modal
      open
      title={t('versions.rule.title')}
      okText={t('versions.rule.save')}
      okButtonProps={{ disabled: !maySet || !query.data }}
      confirmLoading={task.isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      {query.isPending && <FormSkeleton />}
      {query.isError && <Alert type="error" showIcon title={sentenceOf(query.error)} />}
      {query.data && (
        <>
          <p className="num">
            {t('versions.rule.takes', {
              size: formatBytes(query.data.bytes),
              percent: Math.round((query.data.bytes * 100) / Math.max(1, query.data.capacityBytes)),
            })}
          </p>
          <Form form={form} layout="vertical" disabled={!maySet} initialValues={query.data.rule} onFinish={save}>
            <Form.Item name="isOn" label={t('versions.rule.isOn')} valuePropName="checked">
              <Switch />
            </Form.Item>
            {numbers.map((name) => (
              <Form.Item
                key={name}
                name={name}
                label={t(`versions.rule.${name}`)}
                rules={[whole(VERSION_RULE_BOUNDS[name].min, VERSION_RULE_BOUNDS[name].max)]}
                {...(name === 'weeklyDays' && { extra: t('versions.rule.monthly') })}
              >
                <InputNumber />
              </Form.Item>
            ))}
          </Form>
        </>
      )}
      {!maySet && <Alert type="info" showIcon title={t('versions.rule.ownerOnly')} />}
      <Problem text={task.problem} />
    </Modal>
  )
}
