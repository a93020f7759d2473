import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApplicationDraft } from '#contract/applications.ts'

/** Exact addresses that browsers are sent back to, one after the other. */
export function RedirectsField() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="redirectUris"
      label={t('applications.redirectUris.label')}
      extra={t('applications.redirectUris.hint')}
      rules={[
        {
          validator: async (_rule, value: unknown) => {
            if (!ApplicationDraft.shape.redirectUris.safeParse(value).success)
              throw new Error(t('applications.redirectUris.invalid'))
          },
        },
      ]}
      validateTrigger={['onBlur', 'onSubmit']}
    >
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',']} />
    </Form.Item>
  )
}
