import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import { type Mail, mails } from '#contract/mails.ts'
import { Email } from '#contract/session.ts'
import { call } from '#providers/call.ts'
import { CancelledCall } from '#providers/failures.ts'
import { useUser } from '#providers/session.ts'
import type { MailServerValues } from './MailServerForm.tsx'

type TestResult = DataOf<typeof mails.test> & { state: Exclude<Mail['state'], 'waiting'> }
type Props = { read: () => Promise<MailServerValues | null>; showFailure: (failure: unknown) => string }

/** Sends a test mail with the settings in the form, saved or not, and shows the server's answer. */
export function MailTest({ read, showFailure }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const [result, setResult] = useState<TestResult | null>(null)
  const [notice, setNotice] = useState('')
  const [running, setRunning] = useState<AbortController | null>(null)
  const live = useRef<AbortController>(null)
  useEffect(() => () => live.current?.abort(), [])

  async function run({ to }: { to: string }) {
    setResult(null)
    setNotice('')
    const server = await read()
    if (!server) return setNotice(t('mails.test.formWrong'))
    const controller = new AbortController()
    live.current = controller
    setRunning(controller)
    try {
      const answer = await call(mails.test, { ...server, to }, { quiet: true, signal: controller.signal })
      setResult({ ...answer, state: !answer.isOk ? 'failed' : server.kind === 'file' ? 'kept' : 'sent' })
    } catch (failure) {
      setNotice(
        failure instanceof CancelledCall
          ? t('mails.test.cancelled')
          : showFailure(failure) || t('mails.test.formWrong'),
      )
    } finally {
      setRunning(null)
    }
  }
  const wellFormed = async (_rule: unknown, value: string) => {
    if (!Email.safeParse(value?.trim()).success) throw new Error(t('mails.to.invalid'))
  }
  return (
    <aside className="service-test" aria-labelledby="mail-test-title">
      <h3 id="mail-test-title">{t('mails.test.title')}</h3>
      <p>{t('mails.test.hint')}</p>
      <Form layout="vertical" onFinish={run} initialValues={{ to: user?.emailAccounts ?? '' }}>
        <Form.Item
          name="to"
          label={t('mails.to.label')}
          rules={[{ validator: wellFormed }]}
          validateTrigger={['onBlur', 'onSubmit']}
          normalize={(value: string) => value.trim()}
        >
          <Input inputMode="email" autoComplete="email" />
        </Form.Item>
        <div className="running">
          <Button htmlType="submit" loading={running !== null}>
            {t(running ? 'mails.test.running' : 'mails.test.run')}
          </Button>
          {running && <Button onClick={() => running.abort()}>{t('mails.cancel')}</Button>}
        </div>
      </Form>
      <div aria-live="polite">
        {notice && <p className="test-notice">{notice}</p>}
        {result && <Result result={result} />}
      </div>
    </aside>
  )
}

function Result({ result }: { result: TestResult }) {
  const { t } = useTranslation()
  return (
    <div className="service-result">
      <ol>
        <li data-state={result.isOk ? 'ok' : 'failed'}>
          <span className="icon" aria-hidden="true">
            {result.isOk ? <CheckCircleFilled /> : <CloseCircleFilled />}
          </span>
          <div>
            <b>{t(`mails.test.${result.state}`)}</b>
            <span className="num">{t('methods.ms', { count: result.ms })}</span>
            {result.answered && <p className="answered">{result.answered}</p>}
            {result.advice && <p className="advice">{result.advice}</p>}
          </div>
        </li>
      </ol>
    </div>
  )
}
