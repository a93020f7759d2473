import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApplicationWay } from '#contract/applications.ts'

/** How requests prove who they are; at least one way. */
export function WaysField() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="ways"
      label={t('applications.ways.label')}
      rules={[{ required: true, message: t('applications.ways.invalid') }]}
    >
      <Checkbox.Group
        className="application-ways"
        options={ApplicationWay.options.map((value) => ({
          value,
          label: (
            <span>
              {t(`applications.ways.${value}.name`)} <small>{t(`applications.ways.${value}.hint`)}</small>
            </span>
          ),
        }))}
      />
    </Form.Item>
  )
}
