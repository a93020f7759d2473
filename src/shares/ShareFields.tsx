import { Checkbox, Form, Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { SHARE_BOX_GB_MAX, SHARE_DAYS, SHARE_PASSWORD } from '#contract/core/limits.ts'
import { isSharePassword, ShareWay } from '#contract/shares.ts'
import { useWhole } from '../widgets/use-whole.ts'

/** The permissions that a link can give to visitors. */
export const PURPOSES = ['download', 'view', 'box'] as const
export type ShareValues = {
  purpose: (typeof PURPOSES)[number]
  boxGb: number
  days: number
  /** `keep` leaves the link's password unchanged. */
  way: ShareWay | 'keep'
  password?: string
  mayEmbed?: boolean
  mayFilter?: boolean
}

type Props = {
  purposes: readonly ShareValues['purpose'][]
  ways: readonly ShareValues['way'][]
  /** A board may be shown in frames of other sites, and be filtered. */
  isBoard?: boolean
  /** The edited link has no password, so that keeping it leaves the link open. */
  keepsOpen?: boolean
}

/** The options of a link: permissions, protection and validity. */
export function ShareFields({ purposes, ways, isBoard = false, keepsOpen = false }: Props) {
  const { t } = useTranslation()
  const whole = useWhole()
  const purpose = Form.useWatch<ShareValues['purpose'] | undefined>('purpose')
  const way = Form.useWatch<ShareValues['way'] | undefined>('way')
  const isOpen = way === 'none' || (way === 'keep' && keepsOpen)
  return (
    <>
      {purposes.length > 1 && (
        <Form.Item name="purpose" label={t('shares.purpose')}>
          <Radio.Group className="choices">
            {purposes.map((value) => (
              <Radio key={value} value={value}>
                {t(`shares.purposes.${value}`)}
                <small>{t(`shares.purposeHints.${value === 'download' && !isOpen ? 'downloadLocked' : value}`)}</small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      )}
      {purpose === 'box' && (
        <Form.Item name="boxGb" label={t('shares.boxRoom')} rules={[whole(1, SHARE_BOX_GB_MAX)]}>
          <InputNumber suffix="GB" className="share-number" />
        </Form.Item>
      )}
      <Form.Item name="way" label={t('shares.way')}>
        <Radio.Group
          className="share-ways"
          optionType="button"
          options={ways.map((value) => ({ value, label: t(`shares.ways.${value}`) }))}
        />
      </Form.Item>
      {way === 'custom' && (
        <Form.Item
          name="password"
          label={t('shares.password')}
          extra={t('shares.passwordRule', SHARE_PASSWORD)}
          rules={[
            {
              validator: (_rule, value: string | undefined) =>
                isSharePassword((value ?? '').trim())
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('shares.passwordRule', SHARE_PASSWORD))),
            },
          ]}
        >
          <Input autoComplete="off" maxLength={SHARE_PASSWORD.max} autoFocus />
        </Form.Item>
      )}
      {isBoard && (
        <Form.Item name="mayFilter" valuePropName="checked" extra={t('shares.mayFilterHint')}>
          <Checkbox>{t('shares.mayFilter')}</Checkbox>
        </Form.Item>
      )}
      {isBoard && (
        <Form.Item name="mayEmbed" valuePropName="checked" extra={t(isOpen ? 'shares.embedHint' : 'shares.embedOpen')}>
          <Checkbox disabled={!isOpen}>{t('shares.embed')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="days" label={t('shares.days')} rules={[whole(1, SHARE_DAYS.max)]}>
        <InputNumber suffix={t('shares.daysUnit')} className="share-number" />
      </Form.Item>
    </>
  )
}

export const waysAtFirst = ShareWay.options
