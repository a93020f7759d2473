import { App, Button, Checkbox, Form, Input, Radio, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { type Institution, InstitutionKind, institutions, TransferMethod } from '#contract/institutions.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'

/** An institution that is edited; without one a new one is added. */
export type InstitutionPanel = { institution?: Institution }

/** The form of an institution above the list. */
export function InstitutionDrawer({ panel, onClose }: { panel: InstitutionPanel | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  return (
    <GuardedDrawer
      title={panel && t(panel.institution ? 'institutions.edit' : 'institutions.add')}
      open={panel !== null}
      isDirty={isDirty}
      onClose={onClose}
      size={520}
      destroyOnHidden
    >
      {(ask, leave) =>
        panel && <InstitutionForm institution={panel.institution} onClose={ask} onDone={leave} onDirty={setDirty} />
      }
    </GuardedDrawer>
  )
}

type Draft = InputOf<typeof institutions.create>
type Props = {
  institution: Institution | undefined
  onClose: () => void
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

/** Adds an institution once it has accepted the code, or edits one. */
function InstitutionForm({ institution, onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const schema = institution ? institutions.edit.input : institutions.create.input
  const field = useFields(schema, 'institutions')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('institutions')
  const transfer = Form.useWatch('transfer', form)
  const kind = Form.useWatch('kind', form) ?? 'instdb'
  const isInstdb = kind === 'instdb'
  useEffect(() => () => onDirty(false), [onDirty])
  const save = ({ code, ...draft }: Draft) =>
    run(async () => {
      if (institution) {
        const typed = code ? { code } : {}
        await call(institutions.edit, { ...draft, ...typed, id: institution.id }, { quiet: true })
      } else await call(institutions.create, { ...draft, code }, { quiet: true })
      void message.success(t(institution ? 'institutions.saved' : 'institutions.added'))
      renew()
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={institution ?? { kind: 'instdb', account: '', transfer: 'ftp', isOn: true }}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
      autoComplete="off"
    >
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      <Form.Item {...field('kind')} extra={t(`institutions.kind.hints.${kind}`)}>
        <Select
          disabled={institution !== undefined}
          options={InstitutionKind.options.map((value) => ({ value, label: t(`institutions.kind.kinds.${value}`) }))}
        />
      </Form.Item>
      <Form.Item {...field('host')}>
        <Input placeholder="https://repository.example.org" />
      </Form.Item>
      <Form.Item
        {...field('code')}
        label={t(isInstdb ? 'institutions.code.label' : 'institutions.code.token')}
        extra={institution && t('institutions.code.kept')}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {kind !== 'invenio' && (
        <Form.Item
          {...field('account')}
          label={t(isInstdb ? 'institutions.account.label' : 'institutions.account.collection')}
          extra={t(isInstdb ? 'institutions.account.hint' : 'institutions.account.collectionHint')}
          required
          rules={[
            ...(field('account').rules ?? []),
            { required: true, whitespace: true, message: t('institutions.account.invalid') },
          ]}
        >
          <Input />
        </Form.Item>
      )}
      {isInstdb && (
        <Form.Item {...field('transfer')} extra={transfer && t(`institutions.transfer.hints.${transfer}`)}>
          <Radio.Group
            optionType="button"
            options={TransferMethod.options.map((value) => ({
              value,
              label: t(`institutions.transfer.methods.${value}`),
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="isOn" valuePropName="checked">
        <Checkbox>{t('institutions.isOn.label')}</Checkbox>
      </Form.Item>
      <FormEnd
        submit={t(institution ? 'institutions.save' : 'institutions.add')}
        isBusy={isBusy}
        problem={problem}
        onCancel={onClose}
      >
        {institution && <RemoveButton institution={institution} onDone={onDone} />}
      </FormEnd>
    </Form>
  )
}

function RemoveButton({ institution: { id, name }, onDone }: { institution: Institution; onDone: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useResourceRenewal('institutions')
  async function remove() {
    await call(institutions.remove, { id })
    void message.success(t('institutions.remove.done'))
    renew()
    onDone()
  }
  const ask = () =>
    modal.confirm({
      title: t('institutions.remove.title', { name }),
      content: t('institutions.remove.loses'),
      okText: t('institutions.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  return (
    <Button danger onClick={ask}>
      {t('institutions.remove.button')}
    </Button>
  )
}
