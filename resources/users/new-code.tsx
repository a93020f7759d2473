import { CopyOutlined } from '@ant-design/icons'
import { Alert, App, Button, Input, Space } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import type { users } from '#contract/users.ts'
import { useSendsMail } from '#providers/sends-mail.ts'
import { copyText } from '#widgets/copy-text.ts'

export type Made = DataOf<typeof users.addInvitation>

/** A code and its link, which are shown only once. */
export function NewCode({ made, onDone }: { made: Made; onDone: () => void }) {
  const { t } = useTranslation()
  const { emailAccounts } = made.item
  const said = useSendsMail() ? 'users.invitations.mailed' : 'users.invitations.kept'
  return (
    <section className="new-code">
      <Alert
        type="success"
        showIcon
        title={t('users.invitations.made')}
        description={emailAccounts ? t(said, { email: emailAccounts }) : undefined}
      />
      <Copied label={t('users.invitations.code')} value={made.code} />
      <Copied label={t('users.invitations.link')} value={made.url} />
      <Button onClick={onDone}>{t('users.invitations.another')}</Button>
    </section>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const id = useId()
  /** If the browser does not allow copying, the text is selected, so that the user can copy it. */
  async function copy(field: HTMLInputElement | null): Promise<void> {
    if (await copyText(value)) void message.success(t('users.invitations.copied'))
    else field?.select()
  }
  return (
    <div className="copied">
      <label htmlFor={id}>{label}</label>
      <Space.Compact block>
        <Input id={id} readOnly value={value} onFocus={(event) => event.target.select()} />
        <Button
          icon={<CopyOutlined />}
          onClick={(event) => copy(event.currentTarget.parentElement?.querySelector('input') ?? null)}
        >
          {t('users.invitations.copy')}
        </Button>
      </Space.Compact>
    </div>
  )
}
