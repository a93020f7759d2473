import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { methods, type TestResult, type TestStep } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { call } from '#providers/call.ts'
import { CancelledCall } from '#providers/failures.ts'
import { wordsFor } from '../words-for.ts'

type Asked = InputOf<typeof methods.test>
type Props = {
  kind: MethodKind
  /** The current values of the form; null if some are invalid, which the form shows. */
  read: () => Promise<Asked | null>
  /** Shows a refusal in the form; returns the problems that have no field. */
  showFailure: (failure: unknown) => string
  /** Increases with every change of the form, so that an older result is discarded. */
  edition: number
  onDone: (result: TestResult) => void
}
type Outcome = { result: TestResult; edition: number } | { text: string } | null

/** Tests the settings in the form, saved or not, step by step. */
export function MethodTest({ kind, read, showFailure, edition, onDone }: Props) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [running, setRunning] = useState<AbortController | null>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const live = useRef<AbortController>(null)
  useEffect(() => () => live.current?.abort(), [])

  async function run() {
    const asked = await read()
    if (!asked) return setOutcome({ text: t('methods.test.formWrong') })
    const controller = new AbortController()
    live.current = controller
    setRunning(controller)
    setOutcome(null)
    const person = kind === 'ldap' && username ? { username, password } : {}
    try {
      const result = await call(methods.test, { ...asked, ...person }, { quiet: true, signal: controller.signal })
      setOutcome({ result, edition })
      onDone(result)
    } catch (failure) {
      setOutcome({
        text:
          failure instanceof CancelledCall
            ? t('methods.test.cancelled')
            : showFailure(failure) || t('methods.test.formWrong'),
      })
    } finally {
      setRunning(null)
    }
  }
  return (
    <aside className="service-test" aria-labelledby="service-test-title">
      <h3 id="service-test-title">{t('methods.test.title')}</h3>
      <p>{t(kind === 'ldap' ? 'methods.test.hintDirectory' : 'methods.test.hint')}</p>
      {kind === 'ldap' && (
        <div className="method-who">
          <Input
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            placeholder={t('methods.test.username')}
            aria-label={t('methods.test.username')}
            autoComplete="off"
            maxLength={254}
          />
          <Input.Password
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            placeholder={t('methods.test.password')}
            aria-label={t('methods.test.password')}
            autoComplete="new-password"
            maxLength={200}
          />
        </div>
      )}
      {running ? <Running onCancel={() => running.abort()} /> : <Button onClick={run}>{t('methods.test.run')}</Button>}
      <div aria-live="polite">
        {outcome && 'text' in outcome && outcome.text && <p className="test-notice">{outcome.text}</p>}
        {outcome && 'result' in outcome && <Result result={outcome.result} isStale={outcome.edition !== edition} />}
      </div>
    </aside>
  )
}

function Running({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="running">
      <Button loading>{t('methods.test.running', { count: seconds })}</Button>
      <Button onClick={onCancel}>{t('methods.cancel')}</Button>
    </div>
  )
}

function Result({ result, isStale }: { result: TestResult; isStale: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="service-result" data-stale={isStale}>
      <p className="verdict" data-state={result.isOk ? 'ok' : 'failed'}>
        {t(result.isOk ? 'methods.test.ok' : 'methods.test.failed')}
      </p>
      {isStale && <p className="test-notice">{t('methods.test.stale')}</p>}
      <ol>
        {result.steps.map((step, index) => (
          <Step key={index} step={step} />
        ))}
      </ol>
      {result.person && <Person person={result.person} />}
    </div>
  )
}

const icons = { ok: <CheckCircleFilled />, warning: <ExclamationCircleFilled />, failed: <CloseCircleFilled /> }

function Step({ step }: { step: TestStep }) {
  const { t } = useTranslation()
  return (
    <li data-state={step.state}>
      <span className="icon" role="img" aria-label={t(`methods.test.states.${step.state}`)}>
        {icons[step.state]}
      </span>
      <div>
        <b>{wordsFor(`methods.steps.${step.step}`, step.step)}</b>
        <span className="num">{t('methods.ms', { count: step.ms })}</span>
        {step.tried && <code>{step.tried}</code>}
        {step.answered && <p className="answered">{step.answered}</p>}
        {step.advice && <p className="advice">{step.advice}</p>}
      </div>
    </li>
  )
}

function Person({ person }: { person: Record<string, string> }) {
  const { t } = useTranslation()
  return (
    <section className="method-person">
      <h4>{t('methods.test.person')}</h4>
      <dl>
        {Object.entries(person).map(([name, value]) => (
          <div key={name}>
            <dt>{wordsFor(`methods.person.${name}`, name)}</dt>
            <dd>
              <Claim name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Claim({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation()
  if (!value) return t('methods.test.nothing')
  if (name === 'role') return wordsFor(`shell.roles.${value}`, value)
  return name === 'isEmailVerified' ? t(value === 'true' ? 'methods.test.yes' : 'methods.test.no') : value
}
