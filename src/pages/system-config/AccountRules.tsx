import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Form, Input, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { methods } from '#contract/methods.ts'
import { SuffixList, suffixesOf } from '#contract/people.ts'
import { Role } from '#contract/session.ts'
import { type AccountRules as Rules, settings } from '#contract/settings.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { callConfirmed } from '#providers/confirm.ts'
import { useUser } from '#providers/session.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { PageSkeleton } from '../../widgets/Skeleton.tsx'
import { Unsaved } from '../../widgets/Unsaved.tsx'
import './AccountRules.css'

const key = ['settings', 'accountRules']

/** Who may get an account, and what signing in asks for. */
export default function AccountRules() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: key, queryFn: () => call(settings.accountRules, {}, { quiet: true }) })
  if (query.data) return <RulesForm rules={query.data} />
  if (!query.isError) return <PageSkeleton />
  return (
    <Empty title={t('errors.network')}>
      <Button onClick={() => query.refetch()}>{t('errors.retry')}</Button>
    </Empty>
  )
}

/** Saves the rules; whether the form differs from what is kept, and what was refused. */
function useSaving(rules: Rules) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Rules>()
  const given = Form.useWatch([], form) as Rules | undefined
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const now = { ...rules, ...given }
  const isDirty = (Object.keys(rules) as (keyof Rules)[]).some(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(rules[name]),
  )

  async function save(wanted: Rules): Promise<void> {
    setBusy(true)
    setRefusal('')
    try {
      const kept = await callConfirmed(settings.setAccountRules, { ...rules, ...wanted }, { quiet: true })
      client.setQueryData(key, kept)
      form.setFieldsValue(kept)
      void message.success(t('settings.accounts.saved'))
    } catch (failure) {
      setRefusal(sentenceOf(failure))
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    form.setFieldsValue(rules)
    setRefusal('')
  }
  return { form, now, isDirty, isBusy, refusal, save, discard }
}

function RulesForm({ rules }: { rules: Rules }) {
  const { t } = useTranslation()
  const { form, now, isDirty, isBusy, refusal, save, discard } = useSaving(rules)
  return (
    <Form form={form} className="account-rules" layout="vertical" initialValues={rules} onFinish={save}>
      <Unsaved isDirty={isDirty} />
      <Section title={t('settings.accounts.registration')}>
        <Toggle
          name="isRegistrationOpen"
          hint={now.isRegistrationOpen ? t('settings.accounts.openHint') : t('settings.accounts.closedHint')}
        />
        <Toggle name="needsInvitation" hint={t('settings.accounts.invitationHint')} isOff={!now.isRegistrationOpen} />
        <Link className="rules-link" to="/systemConfig/users?panel=invitations">
          {t('settings.accounts.invitations')}
        </Link>
      </Section>
      <Section title={t('settings.accounts.senior')}>
        <SuffixField list={now.seniorSuffixes} />
      </Section>
      <Section title={t('settings.accounts.signIn')}>
        <Toggle name="isPasswordSignInOn" hint={t('settings.accounts.passwordHint')} />
        {!now.isPasswordSignInOn && <PasswordOff />}
        <SecondStepField roles={now.secondStepRoles} />
      </Section>
      {refusal && <Alert type="error" showIcon title={refusal} />}
      <div className="rules-buttons">
        <span role="status">{isDirty && t('settings.accounts.dirty')}</span>
        <Button disabled={!isDirty || isBusy} onClick={discard}>
          {t('settings.accounts.discard')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={!isDirty} loading={isBusy}>
          {t('settings.accounts.save')}
        </Button>
      </div>
    </Form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

type ToggleName = 'isRegistrationOpen' | 'needsInvitation' | 'isPasswordSignInOn'

function Toggle({ name, hint, isOff = false }: { name: ToggleName; hint: string; isOff?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="rules-toggle">
      <div>
        <label htmlFor={name}>{t(`settings.accounts.${name}.label`)}</label>
        <small>{hint}</small>
      </div>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch id={name} disabled={isOff} />
      </Form.Item>
    </div>
  )
}

/** The suffixes as they are typed, and below as they are understood. */
function SuffixField({ list }: { list: string }) {
  const { t } = useTranslation()
  const suffixes = suffixesOf(list)
  const isSuffix = (suffix: string) => SuffixList.safeParse(suffix).success
  const check = async (_rule: unknown, value: string) => {
    if (SuffixList.safeParse(value).success) return
    const wrong = suffixesOf(value).find((suffix) => !isSuffix(suffix))
    throw new Error(
      wrong ? t('settings.accounts.seniorSuffixes.invalid', { suffix: wrong }) : t('settings.accounts.tooLong'),
    )
  }
  return (
    <>
      <Form.Item
        name="seniorSuffixes"
        label={t('settings.accounts.seniorSuffixes.label')}
        extra={t('settings.accounts.seniorHint')}
        rules={[{ validator: check }]}
        validateTrigger={['onBlur', 'onSubmit']}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} placeholder={t('settings.accounts.seniorExample')} />
      </Form.Item>
      <div className="rules-suffixes" aria-live="polite">
        {suffixes.length === 0 && <small>{t('settings.accounts.noSuffix')}</small>}
        {suffixes.map((suffix, i) => (
          <span key={`${suffix}${i}`} className={isSuffix(suffix) ? 'tag' : 'tag wrong'}>
            @{suffix}
          </span>
        ))}
      </div>
    </>
  )
}

/** What it means when passwords no longer open the door. */
function PasswordOff() {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['methods', 'any'], queryFn: () => call(methods.list, {}, { quiet: true }) })
  const isAlone = data && !data.some((method) => method.isOn)
  return (
    <Alert
      type="warning"
      showIcon
      title={t('settings.accounts.passwordOff')}
      description={isAlone ? t('settings.accounts.noMethod') : undefined}
    />
  )
}

function SecondStepField({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation()
  const mine = useUser()?.roles[0]
  return (
    <Form.Item
      name="secondStepRoles"
      label={t('settings.accounts.secondStepRoles.label')}
      extra={
        <>
          {t('settings.accounts.secondStepHint')}
          {mine && roles.includes(mine) && <p>{t('settings.accounts.secondStepMe')}</p>}
        </>
      }
    >
      <Checkbox.Group options={Role.options.map((value) => ({ value, label: t(`shell.roles.${value}`) }))} />
    </Form.Item>
  )
}
