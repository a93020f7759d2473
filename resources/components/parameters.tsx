import { Alert, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Component, type MarketItem, Suffixes } from '#contract/components.ts'
import { customItemsOf, type Parameter, SUFFIX, withCustomItems } from '#contract/custom-parameters.ts'
import { GeneratedForm } from '../../src/widgets/GeneratedForm.tsx'
import { Logo } from './logo.tsx'

/** Values typed before, by component: a refusal closes the form, and the values must not be lost. */
export type Drafts = Map<string, Record<string, unknown>>
/** The form field of the suffixes; the keys of parameters contain no space, so the names cannot collide. */
const SUFFIX_FIELD = 'suffix field'

type Props = {
  item: Component | MarketItem
  kind: 'install' | 'update' | 'edit'
  drafts: Drafts
  isBusy: boolean
  onSubmit: (parameters: Parameter[]) => void
  onClose: () => void
}

const suffixesIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[,，;\s]+/)
    .filter(Boolean)

/** The form of a component, titled with its name: its suffixes and its own parameters. */
export function ComponentForm({ item, kind, drafts, isBusy, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const items = customItemsOf(item.parameters)
  return (
    <Modal
      open
      title={
        <span className="component-title">
          <Logo item={item} />
          {item.name}
          <small className="num">{item.version}</small>
        </span>
      }
      footer={null}
      onCancel={onClose}
    >
      {kind !== 'edit' && <Rights item={item} />}
      {items ? (
        <Fields item={item} items={items} drafts={drafts} isBusy={isBusy} onSubmit={onSubmit} />
      ) : (
        <Alert type="error" showIcon role="alert" title={t('components.99')} />
      )}
    </Modal>
  )
}

type FieldsProps = Omit<Props, 'onClose' | 'kind'> & { items: NonNullable<ReturnType<typeof customItemsOf>> }

function Fields({ item, items, drafts, isBusy, onSubmit }: FieldsProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm()
  const draft = drafts.get(item.id)
  const typed = items.map((one) => ({ ...one, value: (draft?.[one.key] as typeof one.value | undefined) ?? one.value }))
  const check = async (_rule: unknown, value: string) => {
    if (!Suffixes.safeParse(suffixesIn(value)).success) throw new Error(t('components.suffixes.invalid'))
  }
  return (
    <GeneratedForm
      form={form}
      items={typed}
      submitLabel={t('components.submit')}
      isBusy={isBusy}
      onSubmit={(filled, values) => {
        drafts.set(item.id, values)
        const suffixes = suffixesIn(String((values as Record<string, unknown>)[SUFFIX_FIELD])).join()
        onSubmit(
          withCustomItems(item.parameters, filled).map((one) =>
            one.key === SUFFIX ? { ...one, value: suffixes } : one,
          ),
        )
      }}
    >
      <Form.Item
        name={SUFFIX_FIELD}
        label={t('components.suffixes.label')}
        extra={t('components.suffixes.hint')}
        initialValue={draft?.[SUFFIX_FIELD] ?? item.suffixes.join(', ')}
        required
        rules={[{ validator: check }]}
        validateTrigger={['onBlur', 'onSubmit']}
      >
        <Input />
      </Form.Item>
    </GeneratedForm>
  )
}

/** The permissions of a component on files, and the ones that no component has. */
function Rights({ item: { rights, sha256 } }: { item: Component | MarketItem }) {
  const { t } = useTranslation()
  return (
    <div className="component-rights">
      <b>{t('components.rights.title')}</b>
      <ul>
        {rights.map((right) => (
          <li key={right}>{t(`components.rights.${right}`)}</li>
        ))}
        {!rights.length && <li>{t('components.rights.none')}</li>}
      </ul>
      <small>{t('components.rights.never')}</small>
      <small>
        SHA-256 <code>{sha256}</code>
      </small>
    </div>
  )
}
