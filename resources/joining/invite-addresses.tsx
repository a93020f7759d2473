import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { INVITED_AT_ONCE } from '#contract/core/limits.ts'
import { Email } from '#contract/session.ts'
import { formatList } from '../../src/widgets/format.ts'

/** Long enough for the maximum number of addresses of maximum length. */
const TEXT_LENGTH_MAX = 15_000
/** Maximum number of invalid addresses that are named. */
const NAMED = 5

/**
 * Extracts the addresses from a pasted text with any separators; also handles `Name <address>` and `"Name, first"
 * <address>`.
 */
export function addressesIn(text: string): { good: string[]; bad: string[] } {
  const words = text
    .replace(/(?:"[^"\n]*"|[^\n,;，；、<"])*<([^<>\s]+)>/g, ' $1 ')
    .split(/[\s,;，；、]+/)
    .filter(Boolean)
  const isGood = (word: string) => Email.safeParse(word).success
  const good = new Map(words.filter(isGood).map((word) => [word.toLowerCase(), word]))
  return { good: [...good.values()], bad: [...new Set(words.filter((word) => !isGood(word)))] }
}

/** A field for one or many addresses, typed or pasted. */
export function AddressField() {
  const { t, i18n } = useTranslation()
  const { good } = addressesIn(Form.useWatch('addresses') ?? '')
  const check = async (_rule: unknown, text: string) => {
    const found = addressesIn(text ?? '')
    if (found.bad.length) {
      const more = found.bad.length - NAMED
      const named = [...found.bad.slice(0, NAMED), ...(more > 0 ? [t('joining.invite.badMore', { count: more })] : [])]
      throw new Error(t('joining.invite.badAddresses', { list: formatList(named, i18n.language) }))
    }
    if (found.good.length > INVITED_AT_ONCE)
      throw new Error(t('joining.invite.manyAddresses', { count: INVITED_AT_ONCE }))
  }
  return (
    <Form.Item
      name="addresses"
      label={t('joining.invite.addresses')}
      extra={good.length ? t('joining.invite.recognised', { count: good.length }) : t('joining.invite.addressesHint')}
      rules={[{ validator: check }]}
      validateTrigger={['onBlur', 'onSubmit']}
    >
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={TEXT_LENGTH_MAX}
        placeholder="wei.lin@example.org, anna@example.org"
        spellCheck={false}
      />
    </Form.Item>
  )
}
