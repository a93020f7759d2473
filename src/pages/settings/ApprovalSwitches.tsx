import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ApprovalSwitches as Kept, settings } from '#contract/settings.ts'
import { useWaitingByKind } from '#providers/approvals.ts'
import { call } from '#providers/call.ts'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'

const read = () => call(settings.approvalSwitches, {}, { quiet: true })
const write = (next: Kept) => call(settings.setApprovalSwitches, next, { quiet: true })

/** Whether new spaces need an administrator's approval. */
export default function ApprovalSwitches() {
  const { t } = useTranslation()
  return (
    <SettingPage name="approvals" read={read}>
      {(kept) => (
        <SettingForm kept={kept} read={read} write={write} nameOf={(field) => t(`settings.approvals.${field}.label`)}>
          {(now) => (
            <SettingSection title={t('settings.approvals.title')} hint={t('settings.approvals.hint')}>
              <div className="setting-toggle">
                <div>
                  <label htmlFor="space">{t('settings.approvals.space.label')}</label>
                  <small>{now.space ? t('settings.approvals.space.on') : t('settings.approvals.space.off')}</small>
                </div>
                <Form.Item name="space" valuePropName="checked" noStyle>
                  <Switch />
                </Form.Item>
              </div>
              <Waiting isOn={now.space} />
            </SettingSection>
          )}
        </SettingForm>
      )}
    </SettingPage>
  )
}

/** The number of pending spaces, which stay pending when the switch is turned off. */
function Waiting({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  const waiting = useWaitingByKind()
  if (!waiting) return null
  const count = waiting.space
  return (
    <p className="setting-hint" role="status">
      {count === 0 ? (
        t('settings.approvals.none')
      ) : (
        <>
          {t(isOn ? 'settings.approvals.waiting' : 'settings.approvals.stay', { count })}{' '}
          <Link to="/approvalManage">{t('settings.approvals.answer')}</Link>
        </>
      )}
    </p>
  )
}
