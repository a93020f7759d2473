import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvals } from '#contract/approvals.ts'
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

type Props = { space: Space; isOpen: boolean; onClose: () => void; onChange: () => void }

/** The form of a rejected space with its previous values, to be corrected and submitted again. */
export function MendSpace({ space, isOpen, onClose, onChange }: Props) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const close = () => {
    setDirty(false)
    onClose()
  }
  const drawer = { title: t('spaces.failed.mend'), size: 520, open: isOpen, destroyOnHidden: true }
  return (
    <GuardedDrawer {...drawer} isDirty={isDirty} onClose={close}>
      {(ask, leave) => (
        <Asked space={space} onType={() => setDirty(true)} onCancel={ask} onDone={leave} onChange={onChange} />
      )}
    </GuardedDrawer>
  )
}

type MendingProps = Pick<Props, 'space' | 'onChange'> & { onType: () => void; onCancel: () => void; onDone: () => void }

/** The previous request is loaded first, so that the form does not change while the user edits it. */
function Asked(props: MendingProps) {
  const terms = useTerms()
  const { id } = props.space
  const {
    data: requests,
    isFetching,
    error,
    refetch,
  } = useQuery({
    queryKey: ['approvals', 'mine', 'rejected', id],
    queryFn: () => call(approvals.mine, { state: 'rejected' }, { quiet: true }),
    staleTime: 0,
  })
  if (terms.isPending || isFetching) return <FormSkeleton />
  if (terms.error) return <NotLoaded error={terms.error} onRetry={terms.refetch} />
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  const last = requests?.list.find(({ kind, space }) => kind === 'space' && space.id === id)
  return <Mending {...props} {...terms} reason={last?.reason ?? ''} />
}

type TermProps = Pick<ReturnType<typeof useTerms>, 'mayResize' | 'needsApproval'> & { reason: string }

function Mending({ space, onType, onCancel, onDone, onChange, ...terms }: MendingProps & TermProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isMeant = usePublicQuestion()
  const client = useQueryClient()
  const [form] = Form.useForm<SpaceValues>()
  const { mayResize, needsApproval, reason } = terms
  const { run, isBusy, problem } = useFormTask(form, renamed({ image: 'cover' }))
  const { name, introduction, tags, type, cover, size } = space

  const resend = (values: SpaceValues) =>
    run(async () => {
      const { cover: chosen, size: wanted, ...change } = values
      if (type !== 'public' && !(await isMeant(change.type))) return
      const input = {
        id: space.id,
        ...change,
        ...(chosen !== cover && { cover: chosen }),
        ...(wanted && { size: wanted }),
      }
      const { status } = await call(spaces.resend, input, { quiet: true })
      void message.success(t(status === 'pending' ? 'spaces.asked' : 'spaces.created', { name: change.name }))
      void client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
      onDone()
      onChange()
    })
  const given = (
    <Form.Item label={t('spaces.properties.capacity')}>
      <span className="num">{t('spaces.terms.size', { size })}</span>
    </Form.Item>
  )
  return (
    <>
      {space.reason && (
        <Alert type="warning" title={t('spaces.failed.reason')} description={space.reason} className="form-alert" />
      )}
      <SpaceForm
        form={form}
        initialValues={{ name, introduction, tags, type, cover, size, reason }}
        onValuesChange={onType}
        onFinish={resend}
        asksType
        seed={space.id}
        capacity={mayResize ? 'given' : needsApproval ? 'asked' : given}
      >
        <FormEnd
          submit={t(needsApproval ? 'spaces.failed.send' : 'spaces.create')}
          isBusy={isBusy}
          problem={problem}
          onCancel={onCancel}
        />
      </SpaceForm>
    </>
  )
}
