import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/directory.ts'
import { type Facts, facts } from '#contract/facts.ts'
import type { MetaPair } from '#contract/fields.ts'
import type { FileRecord } from '#contract/files.ts'
import { type Actor, explain, type SpaceFacts } from '#contract/policy.ts'
import { CallFailure, call, sentenceOf } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { verdictWords } from '../../widgets/verdict.ts'
import { FolderTemplate } from './FolderTemplate.tsx'
import { MetaEditor } from './MetaEditor.tsx'
import { NoteField } from './NoteField.tsx'
import { TagField } from './TagField.tsx'
import { type Standing, useFacts, useTemplate } from './use-facts.ts'
import './facts.css'

type Props = { spaceId: string; space: SpaceFacts; actor: Actor; record: FileRecord; onTemplates?: () => void }

/** What people say of an item: tags, metadata, a note; to read, and for those who may, to change. */
export function FactsPanel(props: Props) {
  const { spaceId, record } = props
  const { t } = useTranslation()
  const query = useFacts(spaceId, record)
  const { data } = query
  // Facts that are on their way tell no template.
  const template = useTemplate(spaceId, data ? record.hash : '', data?.template ?? null)
  const { standing } = template
  const awaited = data ? template : query
  // What is there already stays, and what is being typed, when it can't be asked for anew.
  if (awaited.error && !(data && standing))
    return (
      <p className="facts-problem" role="alert">
        {sentenceOf(awaited.error)}{' '}
        <Button size="small" onClick={() => void awaited.refetch()}>
          {t('errors.retry')}
        </Button>
      </p>
    )
  if (!data || !standing) return <div className="skeleton facts-skeleton" aria-busy="true" />
  return <Panel {...props} key={record.hash} told={data} standing={standing} />
}

type PanelProps = Props & { told: Facts; standing: Standing }

function Panel({ spaceId, space, actor, record, onTemplates, told, standing }: PanelProps) {
  const { t } = useTranslation()
  const verdict = explain(actor, 'file.edit', { space, authorId: record.author.personId })
  const { saveMeta, saveNote, saveTags, tagging } = useSaving(spaceId, record.hash, told)
  return (
    <div className="item-facts">
      <h3>{t('facts.tags')}</h3>
      {verdict.allowed ? (
        <TagField
          spaceId={spaceId}
          tags={told.tags}
          label={t('facts.tags')}
          isBusy={tagging.isBusy}
          onChange={saveTags}
        />
      ) : told.tags.length ? (
        <p>
          {told.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </p>
      ) : (
        <p className="soft">{t('facts.noTags')}</p>
      )}
      {tagging.problem && (
        <small className="facts-problem" role="alert">
          {tagging.problem}
        </small>
      )}
      <h3>{t('facts.metadata')}</h3>
      {told.template && (
        <p className="soft">
          {t('facts.from', { name: told.template.name, folder: told.template.from.name || t('facts.root') })}
        </p>
      )}
      <MetaEditor list={told.data} standing={standing} mayEdit={verdict.allowed} save={saveMeta} />
      <h3>{t('facts.note')}</h3>
      <NoteField note={told.note} by={told.noteBy?.personName ?? ''} mayEdit={verdict.allowed} save={saveNote} />
      {!verdict.allowed && space.myRole && <p className="soft">{verdictWords(t, verdict)}</p>}
      {isFolder(record) && space.myRole && (
        <FolderTemplate
          spaceId={spaceId}
          hash={record.hash}
          inside={told.inside}
          above={told.template}
          verdict={explain(actor, 'space.templates', space)}
          onTemplates={onTemplates}
        />
      )}
    </div>
  )
}

/** The ways of an item's facts to the server; each leaves what it wrote in the cache, so that the page shows it at once. */
function useSaving(spaceId: string, hash: string, told: Facts) {
  const client = useQueryClient()
  const tagging = useTask()
  const queryKey = ['facts', spaceId, hash]
  const keep = (change: Partial<Facts>) =>
    client.setQueryData<Facts>(queryKey, (before) => before && { ...before, ...change })

  async function saveMeta(data: MetaPair[]): Promise<void> {
    try {
      const { id } = await call(facts.add, { spaceId, hash, data, id: told.id }, { quiet: true })
      keep({ data, id })
    } catch (failure) {
      // What somebody else wrote is shown at once; what is being typed stays.
      if (failure instanceof CallFailure && failure.error === 'factsChanged')
        keep(failure.data as Pick<Facts, 'data' | 'id'>)
      throw failure
    }
  }
  async function saveNote(note: string, before: string): Promise<void> {
    try {
      await call(facts.note, { spaceId, hash, note, before }, { quiet: true })
    } finally {
      await client.invalidateQueries({ queryKey })
    }
  }
  const saveTags = (tags: string[]) =>
    void tagging.run(async () => {
      const [add, remove] = [
        tags.filter((tag) => !told.tags.includes(tag)),
        told.tags.filter((tag) => !tags.includes(tag)),
      ]
      const { list } = await call(facts.tag, { spaceId, hashList: [hash], add, remove }, { quiet: true })
      keep({ tags: list[0]?.tags ?? tags })
      void client.invalidateQueries({ queryKey: ['tags', spaceId] })
    })
  return { saveMeta, saveNote, saveTags, tagging }
}
