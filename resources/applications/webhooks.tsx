import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Checkbox, Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { type Webhook, WebhookDraft, WebhookTopic, webhooks } from '#contract/webhooks.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { CopyField } from '../../src/widgets/CopyField.tsx'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { Deliveries } from './deliveries.tsx'

/** The webhooks of an application. */
export function Webhooks({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState('')
  const queryKey = ['webhooks', applicationId]
  const query = useQuery({ queryKey, queryFn: () => call(webhooks.list, { applicationId }, { quiet: true }) })
  const renew = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  if (isAdding)
    return (
      <WebhookForm
        applicationId={applicationId}
        onClose={() => setAdding(false)}
        onMade={(made) => {
          setAdding(false)
          setSecret(made)
          void renew()
        }}
      />
    )
  return (
    <>
      {secret && <CopyField label={t('webhooks.secret')} value={secret} isSecret />}
      <Loaded query={query}>
        {(list) =>
          list.length ? (
            <ul className="webhook-list">
              {list.map((webhook) => (
                <Row key={webhook.id} webhook={webhook} renew={renew} />
              ))}
            </ul>
          ) : (
            <p className="applications-intro">{t('webhooks.none')}</p>
          )
        }
      </Loaded>
      <Button onClick={() => setAdding(true)}>{t('webhooks.add')}</Button>
    </>
  )
}

function Row({ webhook: { id, url, topics, isOn, waiting, failed }, renew }: { webhook: Webhook; renew: () => void }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  // The shell shows a refusal.
  const run = (work: Promise<unknown>) => work.then(renew, renew)
  const remove = () =>
    modal.confirm({
      title: t('webhooks.removeTitle'),
      content: t('webhooks.removeLoses', { url }),
      okText: t('webhooks.remove'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: () => run(call(webhooks.remove, { id })),
    })
  return (
    <li>
      <div className="webhook-head">
        <span className="record-two">
          <code>{url}</code>
          <small>{topics.map((topic) => t(`webhooks.topic.${topic}`)).join(t('applications.between'))}</small>
        </span>
        <Switch
          checked={isOn}
          aria-label={t('webhooks.on', { url })}
          onChange={(next) => void run(call(webhooks.setOn, { id, isOn: next }))}
        />
      </div>
      <small className="num">{t('webhooks.counts', { waiting, failed })}</small>
      <div className="application-actions">
        <Button size="small" onClick={() => void run(call(webhooks.ping, { id }))}>
          {t('webhooks.ping')}
        </Button>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('webhooks.log')}
        </Button>
        <Button size="small" danger onClick={remove}>
          {t('webhooks.remove')}
        </Button>
      </div>
      {isOpen && <Deliveries id={id} />}
    </li>
  )
}

type Draft = Omit<InputOf<typeof webhooks.create>, 'applicationId'>
type FormProps = { applicationId: string; onClose: () => void; onMade: (secret: string) => void }

function WebhookForm({ applicationId, onClose, onMade }: FormProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Draft>()
  const field = useFields(WebhookDraft, 'webhooks')
  const { run, isBusy, problem } = useFormTask(form)
  const save = (draft: Draft) =>
    run(async () => onMade((await call(webhooks.create, { ...draft, applicationId }, { quiet: true })).secret))
  return (
    <Form form={form} layout="vertical" initialValues={{ topics: ['file'] }} onFinish={save}>
      <Form.Item {...field('url')}>
        <Input placeholder="https://" autoFocus />
      </Form.Item>
      <Form.Item {...field('topics')}>
        <Checkbox.Group
          options={WebhookTopic.options.map((value) => ({ value, label: t(`webhooks.topic.${value}`) }))}
        />
      </Form.Item>
      <FormEnd submit={t('webhooks.add')} isBusy={isBusy} problem={problem} onCancel={onClose} />
    </Form>
  )
}
