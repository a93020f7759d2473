import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Feature, type Features as Kept, Features as Shape, settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'
import { setSite } from '#providers/site.ts'
import { SettingForm, SettingSection } from './SettingForm.tsx'
import { SettingPage } from './SettingPage.tsx'

const features = Object.keys(Shape.shape) as Feature[]
const read = () => call(settings.features, {}, { quiet: true })
const write = (next: Kept) => call(settings.setFeatures, next, { quiet: true })
// The setting is saved in any case; if this refresh fails, the next page shows it.
const show = () => call(settings.basic, {}, { quiet: true }).then(setSite, () => {})

/** Switches for the optional features; their texts are in each capability's own file. */
export default function Features() {
  const { t } = useTranslation()
  return (
    <SettingPage name="features" read={read}>
      {(kept) => (
        <SettingForm
          kept={kept}
          read={read}
          write={write}
          nameOf={(feature) => t(`${feature}.feature.label`)}
          onSaved={show}
        >
          {() => (
            <SettingSection title={t('settings.features.title')} hint={t('settings.features.hint')}>
              {features.map((feature) => (
                <div key={feature} className="setting-toggle">
                  <div>
                    <label htmlFor={feature}>{t(`${feature}.feature.label`)}</label>
                    <small>{t(`${feature}.feature.hint`)}</small>
                  </div>
                  <Form.Item name={feature} valuePropName="checked" noStyle>
                    <Switch id={feature} />
                  </Form.Item>
                </div>
              ))}
            </SettingSection>
          )}
        </SettingForm>
      )}
    </SettingPage>
  )
}
