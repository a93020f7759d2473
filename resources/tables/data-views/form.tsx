import { Alert, App, Form, Input, Radio, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews, type ViewAccess, type ViewDetails } from '#contract/data-views.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../../src/widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { useFields } from '../../../src/widgets/use-fields.ts'
import { useSavedView } from './use-saved-view.tsx'

/** The name, the description and the visibility of a view. */
export function ViewDrawer({ space, viewId, onClose }: { space: Space; viewId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  return (
    <GuardedDrawer
      title={t('dataViews.editInfo')}
      open={viewId !== null}
      isDirty={isDirty}
      onClose={onClose}
      size={480}
      destroyOnHidden
    >
      {(ask, leave) =>
        viewId && <ViewLoaded space={space} viewId={viewId} onClose={ask} onDone={leave} onDirty={setDirty} />
      }
    </GuardedDrawer>
  )
}

type Ends = { onClose: () => void; onDone: () => void; onDirty: (isDirty: boolean) => void }

function ViewLoaded({ space, viewId, ...ends }: Ends & { space: Space; viewId: string }) {
  const { data, error, refetch, progress } = useSavedView(space.id, viewId)
  if (data) return <ViewForm space={space} view={data} {...ends} />
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  return (
    <>
      {progress}
      <FormSkeleton />
    </>
  )
}

type Draft = { name: string; description: string; isShared: boolean; access: ViewAccess }

/** What a view shows, of what, and to whom, once its rows are read with its maker's access. */
function Published({ space, view }: { space: Space; view: ViewDetails }) {
  const { t } = useTranslation()
  const listed = (names: readonly string[]) => names.join(t('tables.comma'))
  return (
    <Alert
      type="warning"
      showIcon
      title={t(`dataViews.access.shown.${space.type}`)}
      description={t('dataViews.access.what', {
        columns: listed(view.columns.map(({ name }) => name)),
        sources: listed(view.sourceNames),
      })}
    />
  )
}

function ViewForm({ space, view, onClose, onDone, onDirty }: Ends & { space: Space; view: ViewDetails }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const isShared = Form.useWatch('isShared', form) ?? view.isShared
  const access = Form.useWatch('access', form) ?? view.access
  const field = useFields(dataViews.create.input, 'dataViews')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('dataViews')
  const isMaker = view.maker.personId === actorOf(useUser())?.id
  useEffect(() => () => onDirty(false), [onDirty])
  const save = ({ isShared: shared, access: chosen, ...words }: Draft) =>
    run(async () => {
      const { spaceId, id, version } = view
      const seen = isMaker ? { isShared: shared, access: shared ? (chosen ?? view.access) : ('sources' as const) } : {}
      await call(dataViews.edit, { spaceId, id, version, ...words, ...seen }, { quiet: true })
      void message.success(t('tables.done.edit'))
      renew()
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={view}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
    >
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      <Form.Item {...field('description')}>
        <Input.TextArea rows={3} />
      </Form.Item>
      <Form.Item {...field('isShared')} valuePropName="checked" extra={!isMaker && t('dataViews.makerOnly')}>
        <Switch disabled={!isMaker} />
      </Form.Item>
      {isShared && (
        <Form.Item {...field('access')} extra={t('dataViews.access.hint')}>
          <Radio.Group
            className="view-access"
            disabled={!isMaker}
            options={(['sources', 'published'] as const).map((value) => ({
              value,
              label: t(`dataViews.access.${value}`),
            }))}
          />
        </Form.Item>
      )}
      {isShared && access === 'published' && <Published space={space} view={view} />}
      <FormEnd submit={t('tables.submit.edit')} isBusy={isBusy} problem={problem} onCancel={onClose} />
    </Form>
  )
}
