import { Form, type FormItemProps, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { SpaceChoice } from './SpaceChoice.tsx'

/** The spaces that a key opens: all of its owner, or one. Its form has the values `reach` and `spaceId`. */
export function Reach({ item }: { item: FormItemProps }) {
  const { t } = useTranslation()
  const reach = Form.useWatch<'all' | 'one' | undefined>('reach')
  const chosen = async (_rule: unknown, value: string | undefined) => {
    if (!value) throw new Error(t('account.spaceId.invalid'))
  }
  return (
    <>
      <Form.Item name="reach" label={t('account.appPasswords.reach')}>
        <Radio.Group
          options={[
            { value: 'all', label: t('account.appPasswords.allSpaces') },
            { value: 'one', label: t('account.appPasswords.onlyOne') },
          ]}
        />
      </Form.Item>
      {reach === 'one' && (
        <Form.Item {...item} rules={[{ validator: chosen }]}>
          <SpaceChoice />
        </Form.Item>
      )}
    </>
  )
}
