import { App, Form, Input, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ManagedTemplate, publicationTemplates } from '#contract/publication-templates.ts'
import { DATASET_LINE_MAX, ResourceType } from '#contract/publications/metadata.ts'
import { TemplateDefinition, TemplateId } from '#contract/publications/template.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatList } from '../../src/widgets/format.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { Groups } from './groups.tsx'
import { Labelled, Words } from './words.tsx'

/** A template that is edited, or a new one for null; `definition` is what the editor begins with. */
export type TemplatePanel = {
  template: ManagedTemplate | null
  definition: TemplateDefinition
  omitted: readonly string[]
}

export function TemplateEditor({ panel, onClose }: { panel: TemplatePanel | null; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const titleOf = ({ template, definition: { name } }: TemplatePanel) =>
    template
      ? t('publicationTemplates.fieldEdit', {
          name: (i18n.language === 'en' ? name.en : name.zh) || name.zh || name.en,
        })
      : t('publicationTemplates.add')
  return (
    <GuardedDrawer
      title={panel && titleOf(panel)}
      open={panel !== null}
      isDirty={isDirty}
      onClose={onClose}
      size={880}
      destroyOnHidden
    >
      {(ask, leave) => panel && <Editor panel={panel} onClose={ask} onDone={leave} onDirty={setDirty} />}
    </GuardedDrawer>
  )
}

type Props = { panel: TemplatePanel; onClose: () => void; onDone: () => void; onDirty: (isDirty: boolean) => void }

function Editor({ panel: { template, definition: first, omitted }, onClose, onDone, onDirty }: Props) {
  const { t, i18n } = useTranslation()
  const { message } = App.useApp()
  const [id, setId] = useState(template?.id ?? '')
  const [isOn, setOn] = useState(template?.isOn ?? true)
  const [definition, setDefinition] = useState(first)
  const [isTried, setTried] = useState(false)
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publicationTemplates')
  useEffect(() => () => onDirty(false), [onDirty])
  const change = (over: Partial<TemplateDefinition>) => {
    setDefinition((before) => ({ ...before, ...over }))
    onDirty(true)
  }
  const parsed = TemplateDefinition.safeParse(definition)
  const wrong = new Set(isTried ? (parsed.error?.issues ?? []).map(({ path }) => path.join('.')) : [])
  const isNamed = definition.name.zh.trim() !== '' || definition.name.en.trim() !== ''
  const isIdRight = template !== null || TemplateId.safeParse(id).success
  const isRight = parsed.success && isNamed && isIdRight
  function save() {
    setTried(true)
    if (parsed.success && isRight) void send(parsed.data)
  }
  const send = (right: TemplateDefinition) =>
    run(async () => {
      await call(
        publicationTemplates.set,
        { id, version: template?.version ?? 0, isOn, definition: right },
        { quiet: true },
      )
      void message.success(t('publicationTemplates.saved'))
      renew()
      onDone()
    })
  return (
    <Form layout="vertical" component="div" className="template-editor">
      {omitted.length > 0 && (
        <p role="status" className="template-notice">
          {t('publicationTemplates.omitted', { names: formatList(omitted, i18n.language) })}
        </p>
      )}
      {template && template.drafts > 0 && (
        <p role="status" className="template-notice">
          {t('publicationTemplates.inUse', { count: template.drafts })}
        </p>
      )}
      <div className={template ? 'template-columns is-known' : 'template-columns'}>
        {!template && (
          <Labelled
            label={t('publicationTemplates.id.label')}
            problem={isTried && !isIdRight ? t('publicationTemplates.id.invalid') : ''}
          >
            <Input
              value={id}
              maxLength={40}
              onChange={(event) => {
                setId(event.target.value)
                onDirty(true)
              }}
            />
          </Labelled>
        )}
        <Labelled label={t('publications.fields.resourceType')}>
          <Select
            value={definition.resourceType}
            onChange={(resourceType) => change({ resourceType })}
            options={ResourceType.options.map((value) => ({ value, label: t(`publications.types.${value}`) }))}
          />
        </Labelled>
        <Words
          label={t('publicationTemplates.name')}
          value={definition.name}
          max={DATASET_LINE_MAX}
          problem={isTried && !isNamed ? t('publicationTemplates.nameless') : ''}
          onChange={(name) => change({ name })}
        />
        <Words
          label={t('publicationTemplates.description')}
          value={definition.description}
          max={DATASET_LINE_MAX}
          onChange={(description) => change({ description })}
        />
        <Labelled label={t('publicationTemplates.isOn')}>
          <Switch
            checked={isOn}
            onChange={(next) => {
              setOn(next)
              onDirty(true)
            }}
          />
        </Labelled>
      </div>
      {wrong.has('groups') && (
        <p role="alert" className="form-problem">
          {t('publicationTemplates.groupsWrong')}
        </p>
      )}
      <Groups groups={definition.groups} wrong={wrong} onChange={(groups) => change({ groups })} />
      <FormEnd
        submit={t('publicationTemplates.save')}
        isBusy={isBusy}
        problem={isTried && !isRight ? t('publicationTemplates.wrong') : problem}
        onSubmit={save}
        onCancel={onClose}
      />
    </Form>
  )
}
