import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { type Actor, explain, type SpaceContext } from '#contract/core/policy.ts'
import type { MetaPair } from '#contract/fields.ts'
import type { FileRecord } from '#contract/files.ts'
import { type Metadata, metadata } from '#contract/metadata.ts'
import { CallFailure, call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { verdictWords } from '../../rights/verdict.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../widgets/Skeleton.tsx'
import { FolderTemplate } from './FolderTemplate.tsx'
import { MetaEditor } from './MetaEditor.tsx'
import { NoteField } from './NoteField.tsx'
import { TagField } from './TagField.tsx'
import { type MetadataSchema, useMetadata, useTemplate } from './use-metadata.ts'
import './metadata.css'

type Props = { spaceId: string; space: SpaceContext; actor: Actor; record: FileRecord; onTemplates?: () => void }

/** The tags, metadata and note of an item; editable for users with permission. */
export function MetadataPanel(props: Props) {
  const { spaceId, record } = props
  const query = useMetadata(spaceId, record)
  const { data } = query
  // The template is unknown until the metadata has loaded.
  const template = useTemplate(spaceId, data ? record.hash : '', data?.template ?? null)
  const { schema } = template
  const awaited = data ? template : query
  // If a refetch fails, the loaded data and the typed values stay.
  if (awaited.error && !(data && schema)) return <NotLoaded error={awaited.error} onRetry={awaited.refetch} isInline />
  if (!data || !schema) return <FormSkeleton />
  return <Panel {...props} key={record.hash} loaded={data} schema={schema} />
}

type PanelProps = Props & { loaded: Metadata; schema: MetadataSchema }

function Panel({ spaceId, space, actor, record, onTemplates, loaded, schema }: PanelProps) {
  const { t } = useTranslation()
  const verdict = explain(actor, 'file.edit', { space, authorId: record.author.personId })
  const { saveMeta, saveNote, saveTags, tagging } = useSaving(spaceId, record.hash, loaded)
  return (
    <div className="item-metadata">
      <h3>{t('metadata.tags')}</h3>
      {verdict.allowed ? (
        <TagField
          spaceId={spaceId}
          tags={loaded.tags}
          label={t('metadata.tags')}
          isBusy={tagging.isBusy}
          onChange={saveTags}
        />
      ) : loaded.tags.length ? (
        <p>
          {loaded.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </p>
      ) : (
        <p className="soft">{t('metadata.noTags')}</p>
      )}
      {tagging.problem && (
        <small className="metadata-problem" role="alert">
          {tagging.problem}
        </small>
      )}
      <h3>{t('metadata.metadata')}</h3>
      {loaded.template && (
        <p className="soft">
          {t('metadata.from', { name: loaded.template.name, folder: loaded.template.from.name || t('metadata.root') })}
        </p>
      )}
      <MetaEditor list={loaded.data} schema={schema} mayEdit={verdict.allowed} save={saveMeta} />
      <h3>{t('metadata.note')}</h3>
      <NoteField note={loaded.note} by={loaded.noteBy?.personName ?? ''} mayEdit={verdict.allowed} save={saveNote} />
      {!verdict.allowed && space.myRole && <p className="soft">{verdictWords(t, verdict)}</p>}
      {isFolder(record) && space.myRole && (
        <FolderTemplate
          spaceId={spaceId}
          hash={record.hash}
          inside={loaded.inside}
          above={loaded.template}
          verdict={explain(actor, 'space.templates', space)}
          onTemplates={onTemplates}
        />
      )}
    </div>
  )
}

/** The save functions of an item's metadata; each one puts its result into the cache, so that it is shown at once. */
function useSaving(spaceId: string, hash: string, loaded: Metadata) {
  const client = useQueryClient()
  const tagging = useTask()
  const queryKey = ['metadata', spaceId, hash]
  const keep = (change: Partial<Metadata>) =>
    client.setQueryData<Metadata>(queryKey, (before) => before && { ...before, ...change })

  async function saveMeta(data: MetaPair[]): Promise<void> {
    try {
      const { id } = await call(metadata.add, { spaceId, hash, data, id: loaded.id }, { quiet: true })
      keep({ data, id })
    } catch (failure) {
      // Another user's change is shown at once; the typed values stay.
      if (failure instanceof CallFailure && failure.error === 'metadataChanged')
        keep(failure.data as Pick<Metadata, 'data' | 'id'>)
      throw failure
    }
  }
  async function saveNote(note: string, before: string): Promise<void> {
    try {
      await call(metadata.note, { spaceId, hash, note, before }, { quiet: true })
    } finally {
      await client.invalidateQueries({ queryKey })
    }
  }
  const saveTags = (tags: string[]) =>
    void tagging.run(async () => {
      const [add, remove] = [
        tags.filter((tag) => !loaded.tags.includes(tag)),
        loaded.tags.filter((tag) => !tags.includes(tag)),
      ]
      const { list } = await call(metadata.tag, { spaceId, hashList: [hash], add, remove }, { quiet: true })
      keep({ tags: list[0]?.tags ?? tags })
      void client.invalidateQueries({ queryKey: ['tags', spaceId] })
    })
  return { saveMeta, saveNote, saveTags, tagging }
}
