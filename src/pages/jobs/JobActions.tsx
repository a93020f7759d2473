import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Job, jobs } from '#contract/jobs.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'

type Props = { job: Job; onChange: () => void }

/** Cancels a task after a question, or has failed work done again; a refusal is shown beside it. */
export function JobActions({ job, onChange }: Props) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const { isBusy, problem, run } = useTask()
  const { queue, kind, id, name } = job
  const act = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work()
      void message.success(done)
      onChange()
    })
  const cancel = () =>
    modal.confirm({
      title: t('jobs.cancelTitle', { name }),
      content: t('jobs.cancelHint'),
      okText: t('jobs.cancel'),
      okButtonProps: { danger: true },
      cancelText: t('jobs.keep'),
      onOk: () => act(() => call(jobs.cancel, { id }, { quiet: true }), t('jobs.cancelled')),
    })
  const retry = () => act(() => call(jobs.retry, { queue, kind, id }, { quiet: true }), t('jobs.retried'))
  if (!job.isRetryable && !job.isCancellable) return null
  return (
    <span className="jobs-actions">
      {job.isRetryable && (
        <Button size="small" loading={isBusy} onClick={retry}>
          {t('jobs.retry')}
        </Button>
      )}
      {job.isCancellable && (
        <Button size="small" loading={isBusy} onClick={cancel}>
          {t('jobs.cancel')}
        </Button>
      )}
      {problem && (
        <span role="alert" className="jobs-cause">
          {problem}
        </span>
      )}
    </span>
  )
}
