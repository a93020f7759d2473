import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Institution, institutions } from '#contract/institutions.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { formatDateTime } from '../../src/widgets/format.ts'

/** The result of the last connection test of an institution, with the cause of a failure. */
export function State({ institution: { state, isOn } }: { institution: Institution }) {
  const { t, i18n } = useTranslation()
  return (
    <span className="institution-state">
      <span>
        <span className={`tag ${state.error ? 'bad' : 'good'}`}>
          {t(state.error ? 'institutions.state.bad' : 'institutions.state.good')}
        </span>
        {!isOn && <span className="tag">{t('institutions.state.off')}</span>}
      </span>
      {state.message && <small>{state.message}</small>}
      <small>{t('institutions.state.at', { at: formatDateTime(state.at, i18n.language) })}</small>
    </span>
  )
}

/** Asks the institution once more; its state changes whatever it says. */
export function TestButton({ institution: { id, name } }: { institution: Institution }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('institutions')
  const test = () =>
    run(async () => {
      const { state } = await call(institutions.test, { id }, { quiet: true })
      renew()
      if (state.error) void message.error(t('institutions.test.failed', { name }))
      else void message.success(t('institutions.test.passed', { name }))
    })
  return (
    <>
      <Button
        size="small"
        loading={isBusy}
        onClick={() => void test()}
        aria-label={`${t('institutions.test.button')} ${name}`}
      >
        {t('institutions.test.button')}
      </Button>
      {problem && <small role="alert">{problem}</small>}
    </>
  )
}
