import { App, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DataSource,
  DataSourceKind,
  DataSourceTls,
  dataSources,
  defaultPorts,
  isFileKind,
  isListingKind,
  isOptionalKind,
} from '#contract/data-sources.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../../src/widgets/GuardedDrawer.tsx'
import { useFields } from '../../../src/widgets/use-fields.ts'
import { DatabaseField } from './database-field.tsx'
import { useSaveAnyway } from './save-anyway.tsx'
import { CONNECTION, draftOf, type SourceFields, useTrial } from './use-trial.ts'

/** A data source that is edited; without one a new one is added. */
export type SourcePanel = { source?: DataSource }
type DrawerProps = { space: Space; panel: SourcePanel | null; onClose: () => void; onMade?: (id: string) => void }

/** The form of a data source above the page. */
export function SourceDrawer({ space, panel, onClose, onMade }: DrawerProps) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const made = useRef<string | null>(null)
  return (
    <GuardedDrawer
      title={panel && t(panel.source ? 'dataSources.edit' : 'dataSources.add')}
      open={panel !== null}
      isDirty={isDirty}
      onClose={() => {
        onClose()
        // A new data source is opened once nothing is unsaved any more.
        if (made.current !== null) onMade?.(made.current)
        made.current = null
      }}
      size={560}
      destroyOnHidden
    >
      {(ask, leave) =>
        panel && (
          <SourceForm
            space={space}
            source={panel.source}
            onClose={ask}
            onDone={(id) => {
              if (!panel.source) made.current = id
              leave()
            }}
            onDirty={setDirty}
          />
        )
      }
    </GuardedDrawer>
  )
}

type Props = {
  space: Space
  source: DataSource | undefined
  onClose: () => void
  onDone: (id: string) => void
  onDirty: (isDirty: boolean) => void
}
const schema = dataSources.create.input
const FIRST = {
  kind: 'postgresql',
  port: defaultPorts.postgresql,
  tls: 'verified',
  account: '',
  ca: '',
  comment: '',
} as const

/** Adds a data source, or edits one; its connection can be tried before. */
function SourceForm({ space, source, onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<SourceFields>()
  const field = useFields(schema, 'dataSources')
  const { run, isBusy, problem } = useFormTask(form)
  const trial = useTrial(form, { spaceId: space.id, source })
  const saveAnyway = useSaveAnyway()
  const renew = useResourceRenewal('dataSources')
  const tls = Form.useWatch('tls', form)
  const kind = Form.useWatch('kind', form) ?? source?.kind ?? FIRST.kind
  const isFile = isFileKind(kind)
  const isTableApi = kind === 'tableApi'
  useEffect(() => () => onDirty(false), [onDirty])
  const isRemoved = Form.useWatch('isPasswordRemoved', form) ?? false
  const save = (fields: SourceFields) =>
    run(async () => {
      const isTested = !source || form.isFieldsTouched([...CONNECTION])
      const refusal = isTested ? await trial.refusal() : null
      // Its cause stands beside its field when people go back.
      if (refusal && !(await saveAnyway(refusal))) throw refusal
      const draft = { ...draftOf(fields), spaceId: space.id }
      const saved = source
        ? await call(dataSources.edit, { ...draft, id: source.id }, { quiet: true })
        : await call(dataSources.create, draft, { quiet: true })
      void message.success(t(source ? 'dataSources.saved' : 'dataSources.added'))
      renew()
      onDone(saved.id)
    })
  function change(changed: Partial<SourceFields>) {
    onDirty(true)
    trial.clear(changed)
    // The usual port goes with its kind; one that people typed stays.
    const before = Object.values(defaultPorts) as unknown[]
    if (changed.kind && before.includes(form.getFieldValue('port')))
      form.setFieldValue('port', defaultPorts[changed.kind])
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={source ?? FIRST}
      scrollToFirstError
      onValuesChange={change}
      onFinish={save}
      autoComplete="off"
    >
      <Form.Item
        {...field('kind')}
        extra={
          isOptionalKind(kind) && (
            <>
              <div>{t(`dataSources.kind.hints.${kind}`)}</div>
              <div>{t('dataSources.kind.optional')}</div>
            </>
          )
        }
      >
        <Select options={DataSourceKind.options.map((value) => ({ value, label: t(`dataSources.kinds.${value}`) }))} />
      </Form.Item>
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      <div className="source-fields">
        <Form.Item {...field('host')} className="wide">
          <Input placeholder={isFile ? 'data.example.org' : 'db.example.org'} />
        </Form.Item>
        <Form.Item {...field('port')}>
          <InputNumber controls={false} />
        </Form.Item>
      </div>
      <Form.Item
        {...field('database')}
        {...(isFile &&
          !isTableApi && { label: t('dataSources.file.path'), extra: t(`dataSources.file.hints.${kind}`) })}
        {...(isTableApi && { label: t('dataSources.tableApi.space'), extra: t('dataSources.tableApi.hint') })}
      >
        {isListingKind(kind) ? (
          <DatabaseField names={trial.names} isBusy={trial.isBusy} onLoad={trial.list} />
        ) : (
          <Input />
        )}
      </Form.Item>
      <div className="source-fields equal">
        <Form.Item
          {...field('account')}
          hidden={isTableApi}
          required={!isFile}
          rules={[{ required: !isFile, message: t('dataSources.account.invalid'), validateTrigger: 'onSubmit' }]}
          extra={isFile && t('dataSources.file.account')}
        >
          <Input />
        </Form.Item>
        <Form.Item
          {...field('password')}
          {...(isTableApi && { label: t('dataSources.tableApi.token') })}
          extra={source?.hasPassword && !isRemoved && t('dataSources.password.kept')}
        >
          <Input.Password autoComplete="new-password" disabled={isRemoved} />
        </Form.Item>
      </div>
      {source?.hasPassword && (
        <Form.Item name="isPasswordRemoved" valuePropName="checked">
          <Checkbox>{t('dataSources.password.remove')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item {...field('tls')} extra={tls && t(`dataSources.tls.hints.${tls}`)}>
        <Select
          options={DataSourceTls.options.map((value) => ({ value, label: t(`dataSources.tls.modes.${value}`) }))}
        />
      </Form.Item>
      {tls === 'verified' && (
        <Form.Item {...field('ca')} extra={t('dataSources.ca.hint')}>
          <Input.TextArea rows={3} className="source-certificate" placeholder="-----BEGIN CERTIFICATE-----" />
        </Form.Item>
      )}
      <Form.Item {...field('comment')}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <FormEnd
        submit={t(source ? 'dataSources.save' : 'dataSources.add')}
        isBusy={isBusy}
        problem={problem || trial.problem}
        onCancel={onClose}
      >
        <Button loading={trial.isBusy} onClick={() => void trial.begin()}>
          {t('dataSources.test.button')}
        </Button>
        <span className="source-trial" role="status">
          {trial.version && t('dataSources.test.passed', { version: trial.version })}
        </span>
      </FormEnd>
    </Form>
  )
}
