import { Form, type FormProps, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CAPACITY_MAX_GB, COVER_PX, IDENTIFIER_LENGTH, SPACE_NAME_MAX, TEXT_MAX } from '#contract/core/limits.ts'
import type { SpaceType } from '#contract/core/policy.ts'
import { Identifier, SpaceDraft, spaces } from '#contract/spaces.ts'
import { CallFailure, call } from '#providers/call.ts'
import { PictureField } from '../../src/widgets/PictureField.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { Cover } from './cover.tsx'
import { TagsField } from './tags-field.tsx'
import { TypeChoice } from './type-choice.tsx'

/** Allowed file types of a cover. Source: spec section 5. */
const COVER_KINDS = ['jpg', 'png', 'bmp'] as const
const COVER_SHOWN_PX = COVER_PX.height / 2

/** All values of a space's form; each form decides which fields it shows. */
export type SpaceValues = {
  name: string
  identifier: string
  type: SpaceType
  cover: string
  introduction: string
  tags: string[]
  size: number | null
  reason: string
}

type Props = Omit<FormProps<SpaceValues>, 'children'> & {
  /** The identifier can be set only when the space is created. */
  isNew?: boolean
  asksType?: boolean
  /** Seed of the pattern for a space without a cover. */
  seed: string
  /** The capacity field for users who set it or request it (with a reason), or a text with the fixed capacity. */
  capacity: 'given' | 'asked' | ReactNode
  /** Default capacity in GB. */
  usualSize?: number | undefined
  /** The end of the form. */
  children: ReactNode
}

/** The fields for a space's name, description, tags and type. */
export function SpaceForm({ isNew = false, asksType = false, seed, capacity, usualSize, children, ...props }: Props) {
  const { t } = useTranslation()
  const field = useFields(SpaceDraft, 'spaces')
  return (
    <Form layout="vertical" requiredMark scrollToFirstError className="space-form" {...props}>
      <Form.Item {...field('name')} extra={t('spaces.name.hint', { max: SPACE_NAME_MAX })}>
        <Input maxLength={SPACE_NAME_MAX} placeholder={t('spaces.name.placeholder')} autoFocus={isNew} />
      </Form.Item>
      {isNew && <IdentifierItem />}
      {asksType && (
        <Form.Item {...field('type')}>
          <TypeChoice />
        </Form.Item>
      )}
      <Form.Item {...field('introduction')}>
        <Input.TextArea rows={3} maxLength={TEXT_MAX} showCount />
      </Form.Item>
      <Form.Item {...field('tags')}>
        <TagsField />
      </Form.Item>
      <Form.Item name="cover" label={t('spaces.cover.label')}>
        <PictureField
          label={t('spaces.cover.label')}
          hint={t('spaces.cover.hint', COVER_PX)}
          kinds={COVER_KINDS}
          wrongKind={t('spaces.cover.wrongKind')}
          remove={t('spaces.cover.remove')}
          size={COVER_PX}
        >
          {(cover) => (
            <div className="shown">
              <Cover cover={cover} seed={seed} height={COVER_SHOWN_PX} />
            </div>
          )}
        </PictureField>
      </Form.Item>
      {capacity === 'given' || capacity === 'asked' ? (
        <Form.Item {...field('size')} extra={capacity === 'asked' && t('spaces.size.hint', { max: CAPACITY_MAX_GB })}>
          <InputNumber placeholder={usualSize === undefined ? '' : String(usualSize)} style={{ width: 160 }} />
        </Form.Item>
      ) : (
        capacity
      )}
      {capacity === 'asked' && (
        <Form.Item {...field('reason')} extra={t('spaces.reason.hint')}>
          <Input.TextArea rows={3} maxLength={TEXT_MAX} showCount />
        </Form.Item>
      )}
      {children}
    </Form>
  )
}

function IdentifierItem() {
  const { t } = useTranslation()
  const identifier = useFields(SpaceDraft, 'spaces')('identifier')

  /**
   * Validates the identifier with three possible messages: used, check error, network failure. Source: spec section 5.
   */
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
    <Form.Item
      {...identifier}
      rules={[...(identifier.rules ?? []), { validator: isFree, validateTrigger: 'onBlur' }]}
      extra={t('spaces.identifier.hint')}
    >
      <Input maxLength={IDENTIFIER_LENGTH.max} autoComplete="off" />
    </Form.Item>
  )
}
