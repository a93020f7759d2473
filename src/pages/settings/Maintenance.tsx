import { useQueryClient } from '@tanstack/react-query'
import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  type Announcements as AllKept,
  type Maintenance as Kept,
  MaintenanceMode,
  notices,
  Maintenance as Shape,
} from '#contract/notices.ts'
import { call } from '#providers/call.ts'
import { Announcements } from './Announcements.tsx'
import { Moment } from './Moment.tsx'
import { Pair } from './Pair.tsx'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'

const read = () => call(notices.maintenance, {}, { quiet: true })
const write = (next: Kept) => call(notices.setMaintenance, next, { quiet: true })
const readAll = () => call(notices.announcements, {}, { quiet: true })
const writeAll = (next: AllKept) => call(notices.setAnnouncements, next, { quiet: true })

/** Maintenance mode, and announcements for everybody: two settings, each with its own buttons. */
export default function Maintenance() {
  const { t } = useTranslation()
  const client = useQueryClient()
  // The lines above this page change at once.
  const onSaved = () => client.invalidateQueries({ queryKey: ['notices'] })
  const questionOf = ({ mode }: Kept, before: Kept) => {
    if (mode === 'off' || mode === before.mode || before.mode === 'closed') return null
    const what = mode === 'closed' ? 'close' : 'freeze'
    return {
      title: t(`notices.maintenance.${what}.title`),
      content: t(`notices.maintenance.${what}.loses`),
      okText: t(`notices.maintenance.${what}.button`),
    }
  }
  return (
    <>
      <SettingPage name="maintenance" read={read}>
        {(kept) => (
          <SettingForm
            kept={kept}
            read={read}
            write={write}
            questionOf={questionOf}
            onSaved={onSaved}
            nameOf={(field) => t(`notices.maintenance.${field}.label`)}
          >
            {(now) => (
              <SettingSection title={t('notices.maintenance.title')} hint={t('notices.maintenance.hint')}>
                <Form.Item name="mode" label={t('notices.maintenance.mode.label')}>
                  <Radio.Group className="choices">
                    {MaintenanceMode.options.map((mode) => (
                      <Radio key={mode} value={mode}>
                        {t(`notices.maintenance.modes.${mode}`)}
                        <small>{t(`notices.maintenance.modeHints.${mode}`)}</small>
                      </Radio>
                    ))}
                  </Radio.Group>
                </Form.Item>
                <Pair
                  name="message"
                  label={t('notices.maintenance.message.label')}
                  schema={Shape.shape.message}
                  value={now.message}
                  hint={t('notices.maintenance.message.hint')}
                  isLong
                />
                <Moment
                  name="from"
                  label={t('notices.maintenance.from.label')}
                  hint={t('notices.maintenance.from.hint')}
                />
              </SettingSection>
            )}
          </SettingForm>
        )}
      </SettingPage>
      <SettingPage name="announcements" read={readAll}>
        {(kept) => (
          <SettingForm
            kept={kept}
            read={readAll}
            write={writeAll}
            onSaved={onSaved}
            nameOf={() => t('notices.announcements.list.label')}
          >
            {() => (
              <SettingSection title={t('notices.announcements.title')} hint={t('notices.announcements.hint')}>
                <Announcements />
              </SettingSection>
            )}
          </SettingForm>
        )}
      </SettingPage>
    </>
  )
}
