import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { InstitutionForm, type Institution as Kept, settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'
import { Pair } from './Pair.tsx'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'
import { useRule } from './use-rule.ts'

const { shape } = InstitutionForm
const read = () => call(settings.institution, {}, { quiet: true })
const write = (next: Kept) => call(settings.setInstitution, next, { quiet: true })

/** The institution that runs the site. */
export default function Institution() {
  const { t } = useTranslation()
  return (
    <SettingPage name="institution" read={read}>
      {(kept) => (
        <SettingForm kept={kept} read={read} write={write} nameOf={(field) => t(`settings.institution.${field}.label`)}>
          {(now) => <Fields now={now} />}
        </SettingForm>
      )}
    </SettingPage>
  )
}

/** The on-screen keyboard of each field; validation is by the contract's rules, not the browser's. */
const keyboards = { contact: 'text', email: 'email', telephone: 'tel', homepage: 'url' } as const
type Line = keyof typeof keyboards

function Fields({ now }: { now: Kept }) {
  const { t } = useTranslation()
  const ruleOf = useRule()
  const pairOf = (name: 'name' | 'address' | 'introduction') => ({
    name,
    label: t(`settings.institution.${name}.label`),
    schema: shape[name],
    value: now[name],
  })
  const line = (name: Line, invalid?: string) => (
    <Form.Item name={name} label={t(`settings.institution.${name}.label`)} {...ruleOf(shape[name], invalid)}>
      <Input inputMode={keyboards[name]} placeholder={name === 'homepage' ? 'https://' : undefined} />
    </Form.Item>
  )
  return (
    <>
      <SettingSection title={t('settings.institution.who')} hint={t('settings.institution.whoHint')}>
        <Pair {...pairOf('name')} />
        <Pair {...pairOf('introduction')} isLong />
        {line('homepage', t('settings.institution.homepage.invalid'))}
      </SettingSection>
      <SettingSection title={t('settings.institution.reach')} hint={t('settings.institution.reachHint')}>
        <Pair {...pairOf('address')} />
        <div className="setting-lines">
          {line('contact')}
          {line('telephone', t('settings.institution.telephone.invalid'))}
          {line('email', t('settings.institution.email.invalid'))}
        </div>
      </SettingSection>
    </>
  )
}
