import { App, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { type RegistryEntry, type RegistryKind, registries } from '#contract/registries.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { MergeButton } from './merge.tsx'

/** An entry that is edited; without one a new one of the kind is added. */
export type RegistryPanel = { kind: RegistryKind; entry?: RegistryEntry }

/** The form of an entry above the list. */
export function RegistryDrawer({ panel, onClose }: { panel: RegistryPanel | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  return (
    <GuardedDrawer
      title={panel && (panel.entry ? t('registries.edit') : t(`registries.add.${panel.kind}`))}
      open={panel !== null}
      isDirty={isDirty}
      onClose={onClose}
      size={520}
      destroyOnHidden
    >
      {(ask, leave) => panel && <RegistryForm panel={panel} onClose={ask} onDone={leave} onDirty={setDirty} />}
    </GuardedDrawer>
  )
}

type Draft = Omit<InputOf<typeof registries.add>, 'kind'>
type Props = { panel: RegistryPanel; onClose: () => void; onDone: () => void; onDirty: (isDirty: boolean) => void }

/** The fields of each kind of entry, in addition to its names and its identifier. */
const OWN: Record<RegistryKind, readonly string[]> = {
  person: ['family', 'given', 'email', 'organisation', 'organisationRor'],
  organisation: ['funderId'],
  project: ['organisation', 'organisationRor'],
  paper: [],
}

function RegistryForm({ panel: { kind, entry }, onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(registries.add.input, 'registries')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('registries')
  useEffect(() => () => onDirty(false), [onDirty])
  const save = (draft: Draft) =>
    run(async () => {
      if (entry) await call(registries.edit, { ...draft, kind, id: entry.id }, { quiet: true })
      else await call(registries.add, { ...draft, kind }, { quiet: true })
      void message.success(t(entry ? 'registries.saved' : 'registries.added'))
      renew()
      onDone()
    })
  const ofFunder = kind === 'project' && {
    organisation: t('registries.organisation.funder'),
    organisationRor: t('registries.organisationRor.funder'),
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={entry ?? {}}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
      autoComplete="off"
    >
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      <Form.Item {...field('otherName')}>
        <Input />
      </Form.Item>
      <Form.Item {...field('identifier')} label={t(`registries.identifier.of.${kind}`)}>
        <Input />
      </Form.Item>
      {OWN[kind].map((name) => (
        <Form.Item key={name} {...field(name)} {...(ofFunder && { label: ofFunder[name as keyof typeof ofFunder] })}>
          <Input />
        </Form.Item>
      ))}
      <FormEnd
        submit={entry ? t('registries.save') : t(`registries.add.${kind}`)}
        isBusy={isBusy}
        problem={problem}
        onCancel={onClose}
      >
        {entry && (
          <span className="registries-actions">
            <MergeButton entry={entry} onDone={onDone} />
            <RemoveButton entry={entry} onDone={onDone} />
          </span>
        )}
      </FormEnd>
    </Form>
  )
}

function RemoveButton({ entry: { id, name }, onDone }: { entry: RegistryEntry; onDone: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useResourceRenewal('registries')
  async function remove() {
    await call(registries.remove, { id })
    void message.success(t('registries.remove.done'))
    renew()
    onDone()
  }
  const ask = () =>
    modal.confirm({
      title: t('registries.remove.title', { name }),
      content: t('registries.remove.loses'),
      okText: t('registries.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  return (
    <Button danger onClick={ask}>
      {t('registries.remove.button')}
    </Button>
  )
}
