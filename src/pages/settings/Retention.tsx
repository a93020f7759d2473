import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AUDIT_KEEP_MONTHS, MESSAGE_KEEP_DAYS, TRAFFIC_KEEP_DAYS, TRASH_KEEP_DAYS } from '#contract/core/limits.ts'
import { legalHolds } from '#contract/legal-holds.ts'
import { sectionPath } from '#contract/pages/paths.ts'
import { type Retention as Kept, Retention as Shape, settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'
import { setSite } from '#providers/site.ts'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'
import { useRule } from './use-rule.ts'

const { shape } = Shape
const ranges = {
  auditMonths: AUDIT_KEEP_MONTHS,
  trashDays: TRASH_KEEP_DAYS,
  messageDays: MESSAGE_KEEP_DAYS,
  trafficDays: TRAFFIC_KEEP_DAYS,
}
const days = ['trashDays', 'messageDays', 'trafficDays'] as const
const read = () => call(settings.retention, {}, { quiet: true })
const write = (next: Kept) => call(settings.setRetention, next, { quiet: true })
// Trash and messages say for how long they are kept.
const show = () => call(settings.basic, {}, { quiet: true }).then(setSite, () => {})

/** A period of 0 has no end. */
const isShorter = (next: number, kept: number) => next !== 0 && (kept === 0 || next < kept)

const fields = ['auditMonths', ...days] as const

/** How long the site keeps what it deletes by itself. */
export default function Retention() {
  const { t } = useTranslation()
  const held = useQuery({
    queryKey: ['legalHolds', 'any'],
    queryFn: ({ signal }) => call(legalHolds.list, { isActive: 'true', size: 1 }, { quiet: true, signal }),
  })
  // The log is one chain, so that a hold on anything keeps all of it.
  const isLogHeld = Boolean(held.data?.list.length)
  const periodOf = (name: keyof Kept, length: number) =>
    length === 0
      ? t('settings.retention.forever')
      : t(`settings.retention.${name === 'auditMonths' ? 'ofMonths' : 'ofDays'}`, { count: length })
  const questionOf = (next: Kept, kept: Kept) => {
    const shorter = fields.filter((name) => isShorter(next[name], kept[name]))
    if (!shorter.length) return null
    const isLogKept = isLogHeld && shorter.includes('auditMonths')
    const isNothingLost = isLogKept && shorter.length === 1
    return {
      title: t('settings.retention.ask'),
      content: (
        <>
          <ul>
            {shorter.map((name) => (
              <li key={name}>
                {t('settings.retention.change', {
                  name: t(`settings.retention.${name}.label`),
                  before: periodOf(name, kept[name]),
                  after: periodOf(name, next[name]),
                })}
              </li>
            ))}
          </ul>
          {!isNothingLost && <p>{t('settings.retention.shorter')}</p>}
          {isLogKept && <p>{t('settings.retention.logHeld')}</p>}
        </>
      ),
      okText: t(isNothingLost ? 'settings.form.save' : 'settings.retention.shorten'),
    }
  }
  return (
    <SettingPage name="retention" read={read}>
      {(kept) => (
        <SettingForm
          kept={kept}
          read={read}
          write={write}
          questionOf={questionOf}
          onSaved={show}
          nameOf={(field) => t(`settings.retention.${field}.label`)}
        >
          {(now) => (
            <>
              <SettingSection title={t('settings.retention.log')} hint={t('settings.retention.logHint')}>
                <Period
                  name="auditMonths"
                  unit={t('settings.retention.months')}
                  warning={
                    isShorter(now.auditMonths, kept.auditMonths) &&
                    t(isLogHeld ? 'settings.retention.logHeld' : 'settings.retention.shorter')
                  }
                />
              </SettingSection>
              <SettingSection title={t('settings.retention.content')} hint={t('settings.retention.contentHint')}>
                {days.map((name) => (
                  <Period
                    key={name}
                    name={name}
                    unit={t('settings.retention.days')}
                    warning={isShorter(now[name], kept[name]) && t('settings.retention.shorter')}
                  />
                ))}
                <Link className="setting-link" to={sectionPath('spaceDefaults')}>
                  {t('settings.retention.journal')}
                </Link>
                <Link className="setting-link" to={sectionPath('legalHolds')}>
                  {t('settings.retention.holds')}
                </Link>
              </SettingSection>
            </>
          )}
        </SettingForm>
      )}
    </SettingPage>
  )
}

type PeriodProps = { name: keyof Kept; unit: string; warning: string | false }

function Period({ name, unit, warning }: PeriodProps) {
  const { t } = useTranslation()
  const ruleOf = useRule()
  const { min, max } = ranges[name]
  return (
    <div>
      <Form.Item
        name={name}
        label={t(`settings.retention.${name}.label`)}
        extra={t(`settings.retention.${name}.hint`, { min, max })}
        {...ruleOf(shape[name], t(`settings.retention.${name}.invalid`, { min, max }))}
      >
        <InputNumber className="setting-number" controls={false} suffix={unit} />
      </Form.Item>
      {warning && (
        <p className="setting-one" role="status">
          {warning}
        </p>
      )}
    </div>
  )
}
