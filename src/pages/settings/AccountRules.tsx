import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { methods } from '#contract/methods.ts'
import { isSite, sitesOf } from '#contract/pages/callback.ts'
import { SuffixList, suffixesOf } from '#contract/people.ts'
import { Role } from '#contract/session.ts'
import { AccountRules as AccountShape, type AccountRules as Rules, settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'
import { useRule } from './use-rule.ts'
import './AccountRules.css'

const read = () => call(settings.accountRules, {}, { quiet: true })
const write = (next: Rules) => call(settings.setAccountRules, next, { quiet: true })

/** Rules for registration and sign-in. */
export default function AccountRules() {
  const { t } = useTranslation()
  return (
    <SettingPage name="accountRules" read={read}>
      {(kept) => (
        <SettingForm kept={kept} read={read} write={write} nameOf={(field) => t(`settings.accounts.${field}.label`)}>
          {(now) => <Fields now={now} />}
        </SettingForm>
      )}
    </SettingPage>
  )
}

function Fields({ now }: { now: Rules }) {
  const { t } = useTranslation()
  return (
    <>
      <SettingSection title={t('settings.accounts.registration')}>
        <Toggle
          name="isRegistrationOpen"
          hint={now.isRegistrationOpen ? t('settings.accounts.openHint') : t('settings.accounts.closedHint')}
        />
        <Toggle name="needsInvitation" hint={t('settings.accounts.invitationHint')} isOff={!now.isRegistrationOpen} />
        <Link className="setting-link" to="/systemConfig/users?panel=invitations">
          {t('settings.accounts.invitations')}
        </Link>
      </SettingSection>
      <SettingSection title={t('settings.accounts.senior')}>
        <SuffixField list={now.seniorSuffixes} />
      </SettingSection>
      <SettingSection title={t('settings.accounts.signIn')}>
        <Toggle name="isPasswordSignInOn" hint={t('settings.accounts.passwordHint')} />
        {!now.isPasswordSignInOn && <PasswordOff />}
        <SecondStepField roles={now.secondStepRoles} />
        <TrustedSitesField list={now.trustedSites ?? ''} />
      </SettingSection>
    </>
  )
}

type ToggleName = 'isRegistrationOpen' | 'needsInvitation' | 'isPasswordSignInOn'

function Toggle({ name, hint, isOff = false }: { name: ToggleName; hint: string; isOff?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="setting-toggle">
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

/** The suffixes as typed, and below them as parsed. */
function SuffixField({ list }: { list: string }) {
  const { t } = useTranslation()
  const ruleOf = useRule()
  const suffixes = suffixesOf(list)
  const isSuffix = (suffix: string) => SuffixList.safeParse(suffix).success
  const wrong = suffixes.find((suffix) => !isSuffix(suffix)) ?? ''
  return (
    <>
      <Form.Item
        name="seniorSuffixes"
        label={t('settings.accounts.seniorSuffixes.label')}
        extra={t('settings.accounts.seniorHint')}
        {...ruleOf(SuffixList, t('settings.accounts.seniorSuffixes.invalid', { suffix: wrong }))}
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

/** Sites to which people may be redirected after signing in. */
function TrustedSitesField({ list }: { list: string }) {
  const { t } = useTranslation()
  const ruleOf = useRule()
  const wrong = sitesOf(list).find((site) => !isSite(site)) ?? ''
  return (
    <Form.Item
      name="trustedSites"
      label={t('settings.accounts.trustedSites.label')}
      extra={t('settings.accounts.trustedSites.hint')}
      {...ruleOf(AccountShape.shape.trustedSites, t('settings.accounts.trustedSites.invalid', { site: wrong }))}
    >
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 8 }} placeholder="https://portal.example.ac.cn" />
    </Form.Item>
  )
}

/** The warning before sign-in by password is switched off. */
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
