import { Form, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CAPACITY_MAX_GB, JOURNAL_KEEP_MONTHS } from '#contract/core/limits.ts'
import { type SpaceDefaults as Kept, SpaceDefaults as Shape, settings } from '#contract/settings.ts'
import { SpaceType } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'
import { useRule } from './use-rule.ts'

const { shape } = Shape
const read = () => call(settings.spaceDefaults, {}, { quiet: true })
const write = (next: Kept) => call(settings.setSpaceDefaults, next, { quiet: true })

/** The defaults of new spaces, and how long journals are kept. */
export default function SpaceDefaults() {
  const { t } = useTranslation()
  return (
    <SettingPage name="spaceDefaults" read={read}>
      {(kept) => (
        <SettingForm
          kept={kept}
          read={read}
          write={write}
          nameOf={(field) => t(`settings.spaceDefaults.${field}.label`)}
        >
          {(now) => <Fields now={now} isShorter={now.journalMonths < kept.journalMonths} />}
        </SettingForm>
      )}
    </SettingPage>
  )
}

function Fields({ now, isShorter }: { now: Kept; isShorter: boolean }) {
  const { t } = useTranslation()
  const ruleOf = useRule()
  const { min, max } = JOURNAL_KEEP_MONTHS
  return (
    <>
      <SettingSection title={t('settings.spaceDefaults.fresh')} hint={t('settings.spaceDefaults.freshHint')}>
        <Form.Item
          name="size"
          label={t('settings.spaceDefaults.size.label')}
          extra={t('settings.spaceDefaults.size.hint', { max: CAPACITY_MAX_GB })}
          {...ruleOf(shape.size, t('settings.spaceDefaults.size.invalid'))}
        >
          <InputNumber className="setting-number" controls={false} suffix="GB" />
        </Form.Item>
        <Form.Item
          name="sizeMax"
          label={t('settings.spaceDefaults.sizeMax.label')}
          extra={t('settings.spaceDefaults.sizeMax.hint')}
          {...ruleOf(shape.sizeMax, t('settings.spaceDefaults.size.invalid'))}
        >
          <InputNumber className="setting-number" controls={false} suffix="GB" />
        </Form.Item>
        <Form.Item name="type" label={t('settings.spaceDefaults.type.label')}>
          <Radio.Group className="choices">
            {SpaceType.options.map((type) => (
              <Radio key={type} value={type}>
                {t(`home.types.${type}`)}
                <small>{t(`spaces.typeHints.${type}`)}</small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <Link className="setting-link" to="/systemConfig/rights">
          {t('settings.spaceDefaults.rights')}
        </Link>
      </SettingSection>
      <SettingSection title={t('settings.spaceDefaults.journal')} hint={t('settings.spaceDefaults.journalHint')}>
        <Form.Item
          name="journalMonths"
          label={t('settings.spaceDefaults.journalMonths.label')}
          extra={t('settings.spaceDefaults.journalMonths.hint', { count: now.journalMonths ?? 0, min, max })}
          {...ruleOf(shape.journalMonths, t('settings.spaceDefaults.journalMonths.invalid', { min, max }))}
        >
          <InputNumber className="setting-number" controls={false} suffix={t('settings.spaceDefaults.months')} />
        </Form.Item>
        {isShorter && (
          <p className="setting-one" role="status">
            {t('settings.spaceDefaults.shorter')}
          </p>
        )}
      </SettingSection>
    </>
  )
}
