import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { freeSizeOf } from '#contract/settings.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../src/widgets/Skeleton.tsx'
import { usePublicQuestion } from './ask-public.ts'
import { SpaceForm, type SpaceValues } from './form.tsx'
import { useTerms } from './use-terms.ts'
import './spaces.css'

/** The form of a new space, in a drawer over the list. */
export default function CreateSpace({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const navigate = useNavigate()
  const madeId = useRef('')
  const close = () => {
    setDirty(false)
    onClose()
    if (madeId.current) void navigate(spacePath(madeId.current, 'filesManage'))
  }
  const drawer = { title: t('spaces.create'), size: 520, open: isOpen, destroyOnHidden: true }
  return (
    <GuardedDrawer {...drawer} isDirty={isDirty} onClose={close}>
      {(ask, leave) => (
        <NewSpace
          onCancel={ask}
          onType={() => setDirty(true)}
          onMade={({ id }) => {
            madeId.current = id
            leave()
          }}
        />
      )}
    </GuardedDrawer>
  )
}

type Props = { onCancel: () => void; onType: () => void; onMade: (space: Space) => void }

function NewSpace(props: Props) {
  const terms = useTerms()
  // The initial values are loaded first, so that the form does not change while the user fills it in.
  if (terms.error) return <NotLoaded error={terms.error} onRetry={terms.refetch} />
  return terms.isPending ? <FormSkeleton /> : <Draft {...props} {...terms} />
}

type DraftProps = Props & ReturnType<typeof useTerms>

function Draft({ onCancel, onType, onMade, mayResize, needsApproval, defaults }: DraftProps) {
  const { t } = useTranslation()
  const isMeant = usePublicQuestion()
  const [form] = Form.useForm<SpaceValues>()
  const { run, isBusy, problem } = useFormTask(form, renamed({ image: 'cover' }))
  const announce = useNews()
  const mayChoose = !needsApproval && defaults !== undefined && freeSizeOf(defaults) > defaults.size

  const create = ({ size, reason, ...draft }: SpaceValues) =>
    run(async () => {
      if (!(await isMeant(draft.type))) return
      const space = await call(
        spaces.create,
        {
          ...draft,
          ...(size && { size }),
          ...(reason && { reason }),
        },
        { quiet: true },
      )
      announce(space)
      onMade(space)
    })
  const usual = defaults && (
    <Form.Item label={t('spaces.properties.capacity')}>
      <span className="num">{t('spaces.terms.size', { size: defaults.size })}</span>
    </Form.Item>
  )
  return (
    <>
      {needsApproval && <Alert type="info" showIcon title={t('spaces.terms.approval')} className="form-alert" />}
      <SpaceForm
        form={form}
        initialValues={{
          type: defaults?.type ?? 'private',
          cover: '',
          introduction: '',
          tags: [],
          ...(needsApproval && { size: defaults?.size }),
        }}
        onValuesChange={onType}
        onFinish={create}
        isNew
        asksType
        seed=""
        capacity={mayResize || mayChoose ? 'given' : needsApproval ? 'asked' : usual}
        usualSize={defaults?.size}
      >
        <FormEnd
          submit={t(needsApproval ? 'spaces.ask' : 'spaces.create')}
          isBusy={isBusy}
          problem={problem}
          onCancel={onCancel}
        />
      </SpaceForm>
    </>
  )
}

/** Reports the result of the creation, and refreshes the list of spaces. */
function useNews() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  return ({ name, status }: Space) => {
    void message.success(t(status === 'pending' ? 'spaces.asked' : 'spaces.created', { name }))
    void client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
  }
}
