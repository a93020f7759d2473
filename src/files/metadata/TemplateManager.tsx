import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Popconfirm, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { metadata, type Template, type VocabularyRecord } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { GuardedDrawer } from '../../widgets/GuardedDrawer.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../widgets/Skeleton.tsx'
import { useDiscard } from '../../widgets/use-discard.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { TemplateForm } from './TemplateForm.tsx'
import { useRenewTemplates } from './use-metadata.ts'
import { VocabularyForm } from './VocabularyForm.tsx'
import './metadata.css'

type Kind = 'templates' | 'vocabularies'
/** The record being edited; `id` is null for a new one. */
type Open = { kind: Kind; id: string | null }

/** The templates of a space and their vocabularies. */
export default function TemplateManager({ context, onClose }: DialogProps<'templates'>) {
  const { t } = useTranslation()
  const spaceId = context.space.id
  const [kind, setKind] = useState<Kind>('templates')
  const [open, setOpen] = useState<Open | null>(null)
  const [isDirty, setDirty] = useState(false)
  const renew = useRenewTemplates(spaceId)
  const discard = useDiscard()
  const leave = () => {
    setDirty(false)
    setOpen(null)
  }
  const saved = () => {
    renew()
    leave()
  }
  const back = () => (isDirty ? discard(leave) : leave())
  const form = { spaceId, onDirty: () => setDirty(true), onLeave: back, onSaved: saved }
  return (
    <GuardedDrawer title={t('metadata.manager.title')} size={720} isDirty={isDirty} onClose={onClose}>
      {() => (
        <div className="item-metadata metadata-manager">
          {!open && (
            <>
              <Segmented
                value={kind}
                onChange={setKind}
                options={(['templates', 'vocabularies'] as const).map((value) => ({
                  value,
                  label: t(`metadata.manager.${value}`),
                }))}
              />
              {kind === 'templates' ? (
                <Templates spaceId={spaceId} onOpen={(id) => setOpen({ kind, id })} />
              ) : (
                <Vocabularies spaceId={spaceId} onOpen={(id) => setOpen({ kind, id })} />
              )}
            </>
          )}
          {open?.kind === 'templates' && <TemplateForm {...form} id={open.id} />}
          {open?.kind === 'vocabularies' && <VocabularyForm {...form} id={open.id} />}
        </div>
      )}
    </GuardedDrawer>
  )
}

type ListProps = { spaceId: string; onOpen: (id: string | null) => void }

function Templates({ spaceId, onOpen }: ListProps) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['templates', spaceId],
    refetchOnMount: 'always',
    queryFn: () => call(metadata.templates, { spaceId }, { quiet: true }),
  })
  return (
    <Items
      query={query}
      spaceId={spaceId}
      onOpen={onOpen}
      texts={{
        make: t('metadata.manager.newTemplate'),
        none: t('metadata.manager.noTemplate'),
        hint: t('metadata.manager.templateHint'),
      }}
      about={({ fields, folders }: Template) =>
        `${t('metadata.manager.fields', { count: fields.length })} · ${t('metadata.manager.folders', { count: folders })}`
      }
      warning={({ folders }) => t('metadata.manager.removeTemplate', { count: folders })}
      remove={({ id }) => call(metadata.removeTemplate, { spaceId, id }, { quiet: true })}
    />
  )
}

function Vocabularies({ spaceId, onOpen }: ListProps) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['vocabularies', spaceId],
    refetchOnMount: 'always',
    queryFn: () => call(metadata.vocabularies, { spaceId }, { quiet: true }),
  })
  return (
    <Items
      query={query}
      spaceId={spaceId}
      onOpen={onOpen}
      texts={{
        make: t('metadata.manager.newVocabulary'),
        none: t('metadata.manager.noVocabulary'),
        hint: t('metadata.manager.vocabularyHint'),
      }}
      about={({ size }: VocabularyRecord) => t('metadata.manager.terms', { count: size })}
      warning={() => t('metadata.manager.removeVocabulary')}
      remove={({ id }) => call(metadata.removeVocabulary, { spaceId, id }, { quiet: true })}
    />
  )
}

type Item = { id: string; name: string }
type ItemsProps<One extends Item> = ListProps & {
  query: { data: One[] | undefined; error: unknown; refetch: () => unknown }
  texts: { make: string; none: string; hint: string }
  about: (item: One) => ReactNode
  warning: (item: One) => string
  remove: (item: One) => Promise<unknown>
}

/** A list of templates or vocabularies with actions to create, edit and delete. */
function Items<One extends Item>({ query, spaceId, onOpen, texts, about, warning, remove }: ItemsProps<One>) {
  const { t } = useTranslation()
  const renew = useRenewTemplates(spaceId)
  const { isBusy, problem, run } = useTask()
  const drop = (item: One) =>
    run(async () => {
      await remove(item)
      renew()
    })
  const make = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => onOpen(null)}>
      {texts.make}
    </Button>
  )
  if (query.error && !query.data) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (!query.data) return <FormSkeleton />
  if (!query.data.length)
    return (
      <Empty title={texts.none} hint={texts.hint}>
        {make}
      </Empty>
    )
  return (
    <>
      {problem && (
        <small className="metadata-problem" role="alert">
          {problem}
        </small>
      )}
      <ul className="metadata-items">
        {query.data.map((item) => (
          <li key={item.id}>
            <button type="button" onClick={() => onOpen(item.id)}>
              <b>{item.name}</b>
              <small className="soft">{about(item)}</small>
            </button>
            <Popconfirm
              title={t('metadata.manager.removeTitle', { name: item.name })}
              description={warning(item)}
              okText={t('metadata.manager.remove')}
              cancelText={t('metadata.cancel')}
              okButtonProps={{ danger: true }}
              onConfirm={() => drop(item)}
            >
              <Button type="text" danger disabled={isBusy}>
                {t('metadata.manager.remove')}
              </Button>
            </Popconfirm>
          </li>
        ))}
      </ul>
      {make}
    </>
  )
}
