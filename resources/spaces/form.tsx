import { Form, type FormProps, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CAPACITY_DEFAULT_GB, CAPACITY_MAX_GB, SPACE_NAME_MAX, TEXT_MAX } from '#contract/limits.ts'
import { Identifier, SpaceDraft, SpaceType, spaces } from '#contract/spaces.ts'
import { CallFailure, call } from '#providers/call.ts'
import { useFields } from '../../src/widgets/use-fields.ts'

type Props = FormProps & { isNew: boolean; mayResize: boolean }

/** What a space is called and what it is for; the identifier and the type are asked once. */
export function SpaceForm({ isNew, mayResize, ...props }: Props) {
  const { t } = useTranslation()
  const field = useFields(SpaceDraft, 'spaces')
  const identifier = field('identifier')

  /** Three things may be said of an identifier: used, check error, network failure. Source: spec section 5. */
  async function isFree(_rule: unknown, value: string) {
    if (!Identifier.safeParse(value).success) return
    const answer = await call(spaces.checkIdentifier, { identifier: value }, { quiet: true }).catch(
      (failure: unknown) => {
        throw new Error(
          failure instanceof CallFailure ? t('spaces.identifier.checkError') : t('spaces.identifier.networkError'),
        )
      },
    )
    if (!answer.free) throw new Error(t('spaces.identifier.taken'))
  }

  return (
    <Form layout="vertical" requiredMark scrollToFirstError {...props}>
      <Form.Item {...field('name')}>
        <Input maxLength={SPACE_NAME_MAX} placeholder={t('spaces.name.placeholder')} autoFocus={isNew} />
      </Form.Item>
      {isNew && (
        <Form.Item
          {...identifier}
          rules={[...(identifier.rules ?? []), { validator: isFree, validateTrigger: 'onBlur' }]}
          extra={t('spaces.identifier.hint')}
        >
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
      )}
      {isNew && (
        <Form.Item {...field('type')}>
          <Radio.Group className="type-choice">
            {SpaceType.options.map((type) => (
              <Radio key={type} value={type}>
                {t(`home.types.${type}`)}
                <small>{t(`spaces.typeHints.${type}`)}</small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      )}
      <Form.Item {...field('introduction')}>
        <Input.TextArea rows={3} maxLength={TEXT_MAX} showCount />
      </Form.Item>
      <Form.Item {...field('tags')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，']}
          placeholder={t('spaces.tags.placeholder')}
        />
      </Form.Item>
      {mayResize && (
        <Form.Item {...field('size')}>
          <InputNumber
            min={1}
            max={CAPACITY_MAX_GB}
            precision={0}
            placeholder={String(CAPACITY_DEFAULT_GB)}
            style={{ width: 160 }}
          />
        </Form.Item>
      )}
    </Form>
  )
}
