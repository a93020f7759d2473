import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { INVITED_AT_ONCE } from '#contract/core/limits.ts'
import { Email } from '#contract/session.ts'

/** Enough for as many of the longest. */
const TEXT_LENGTH_MAX = 15_000
/** As many that are wrong are named. */
const NAMED = 5

/** The addresses of a pasted text, however they are separated; `Name <address>` and `"Name, first" <address>` are one too. */
export function addressesIn(text: string): { good: string[]; bad: string[] } {
  const words = text
    .replace(/(?:"[^"\n]*"|[^\n,;，；、<"])*<([^<>\s]+)>/g, ' $1 ')
    .split(/[\s,;，；、]+/)
    .filter(Boolean)
  const isGood = (word: string) => Email.safeParse(word).success
  const good = new Map(words.filter(isGood).map((word) => [word.toLowerCase(), word]))
  return { good: [...good.values()], bad: [...new Set(words.filter((word) => !isGood(word)))] }
}

/** Anybody's addresses, one or many, as they are typed or pasted. */
export function AddressField() {
  const { t, i18n } = useTranslation()
  const { good } = addressesIn(Form.useWatch('addresses') ?? '')
  const check = async (_rule: unknown, text: string) => {
    const found = addressesIn(text ?? '')
    if (found.bad.length) {
      const named = [...found.bad.slice(0, NAMED), ...(found.bad.length > NAMED ? ['…'] : [])]
      throw new Error(t('joining.invite.badAddresses', { list: new Intl.ListFormat(i18n.language).format(named) }))
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
