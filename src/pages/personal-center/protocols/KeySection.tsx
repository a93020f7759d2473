import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { type KeyProperties, KeyRow } from '../KeyRow.tsx'
import { Section } from '../parts.tsx'
import { keys } from '../queries.ts'
import { SecretDialog } from './SecretDialog.tsx'

/** `onMade` takes the secret of a new key that is shown once. */
export type KeyFormProps = { onMade: (secret?: string) => void; onClose: () => void }
type Key = KeyProperties & { id: string }
type Props<Item extends Key> = {
  kind: 'appPasswords' | 'sshKeys' | 'tokens'
  query: UseQueryResult<Item[]>
  tagsOf: (item: Item) => string[]
  /** The distinguishing details of a key, shown before its dates. */
  aboutOf: (item: Item) => ReactNode
  remove: (id: string) => Promise<unknown>
  form: (props: KeyFormProps) => ReactNode
  /** The new secret with examples of its use, to copy. */
  shown?: (secret: string) => ReactNode
}

/** Keys of one kind: the list, the dialog to create one, and the dialog that shows the secret once. */
export function KeySection<Item extends Key>({
  kind,
  query,
  tagsOf,
  aboutOf,
  remove,
  form: KeyForm,
  shown,
}: Props<Item>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState('')
  const questionOf = (name: string) =>
    kind === 'sshKeys'
      ? { title: t('account.keys.removeAsk', { name }), loss: t('account.keys.removeLoss') }
      : {
          title: t('account.keys.revokeAsk', { name }),
          loss: t('account.keys.removeLoss'),
          act: { label: t('account.keys.revoke'), name: t('account.keys.revokeOne', { name }) },
        }
  const refresh = () => client.invalidateQueries({ queryKey: keys[kind] })
  const made = (fresh = '') => {
    setAdding(false)
    setSecret(fresh)
    void refresh()
  }
  const end = async (id: string) => {
    await remove(id)
    await refresh()
  }
  return (
    <Section
      title={t(`account.${kind}.title`)}
      hint={t(`account.${kind}.hint`)}
      action={<Button onClick={() => setAdding(true)}>{t(`account.${kind}.add`)}</Button>}
    >
      <Loaded query={query}>
        {(list) =>
          list.length ? (
            <ul className="personal-list">
              {list.map((item) => (
                <KeyRow
                  key={item.id}
                  properties={item}
                  tags={tagsOf(item)}
                  about={aboutOf(item)}
                  ask={questionOf(item.name)}
                  onRemove={() => end(item.id)}
                />
              ))}
            </ul>
          ) : (
            <p className="personal-none">{t(`account.${kind}.none`)}</p>
          )
        }
      </Loaded>
      <Modal
        open={isAdding}
        title={t(`account.${kind}.add`)}
        footer={null}
        destroyOnHidden
        onCancel={() => setAdding(false)}
      >
        <KeyForm onMade={made} onClose={() => setAdding(false)} />
      </Modal>
      {kind !== 'sshKeys' && shown && (
        <SecretDialog title={t(`account.${kind}.made`)} isOpen={secret !== ''} onClose={() => setSecret('')}>
          {shown(secret)}
        </SecretDialog>
      )}
    </Section>
  )
}
