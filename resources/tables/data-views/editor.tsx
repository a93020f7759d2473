import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewDetails } from '#contract/data-views.ts'
import type { AnswerPage } from '#contract/queries/answer.ts'
import type { Query, SourceRef } from '#contract/queries/query.ts'
import type { Space } from '#contract/spaces.ts'
import { later } from '../../../src/widgets/later.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { NEW_VIEW, type ViewAddress } from './address.ts'
import { Differences } from './differences.tsx'
import { queryOver, withSource } from './draft.ts'
import { FieldsEditor } from './editor-fields.tsx'
import { FilterSection } from './editor-filter.tsx'
import { GroupsEditor } from './editor-groups.tsx'
import { JoinsEditor } from './editor-joins.tsx'
import { Preview } from './preview.tsx'
import { Problems } from './problems.tsx'
import { useSourceReading } from './query-progress.tsx'
import { SourceSelect } from './source-select.tsx'
import { isSourceLost, useDraft } from './use-draft.ts'
import { useSavedView } from './use-saved-view.tsx'
import { type EditorProps, useViewEditing, ViewFrame } from './view-frame.tsx'

/** The editor of SQL has a chunk of its own. */
const SqlEditor = later(() => import('./sql-editor.tsx'))

type Props = { space: Space; viewId: string; address: ViewAddress }

/** A new view, or one whose query or SQL is changed. */
export function ViewEditor({ space, viewId, address }: Props) {
  const isNew = viewId === NEW_VIEW
  // A draft is not replaced while someone edits it.
  const { data, error, refetch, progress } = useSavedView(space.id, viewId, {
    enabled: !isNew,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isNew && address.isSql) return <SqlEditor space={space} view={null} address={address} />
  if (isNew) return <Builder space={space} view={null} address={address} />
  if (data && 'sql' in data.definition) return <SqlEditor space={space} view={data} address={address} />
  if (data) return <Builder space={space} view={data} address={address} />
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  return (
    <>
      {progress}
      <FormSkeleton />
    </>
  )
}

const queryOf = (view: ViewDetails | null): Query | null =>
  view && 'query' in view.definition ? view.definition.query : null

function Builder({ space, view, address }: EditorProps) {
  const { t } = useTranslation()
  const editing = useViewEditing({ space, view, address })
  const [query, setQuery] = useState(queryOf(view))
  const [page, setPage] = useState<AnswerPage>()
  const draft = useDraft(space.id, query, view?.id ?? null)
  const change = (next: Query) => {
    setQuery(next)
    editing.touch()
  }
  const problems = draft.checked?.problems ?? []
  const isLost = isSourceLost(draft, 0)
  const reading = useSourceReading(space.id)
  const begin = (source: SourceRef) =>
    editing.run(async () => {
      const shape = await reading.read(source)
      // A source in place of one that is gone keeps what the view does with it.
      change(query && isLost ? withSource(query, 0, shape, draft.shapes) : queryOver(shape))
      if (!editing.name) editing.rename(t('dataViews.nameOver', { name: shape.name }))
    })
  return (
    <ViewFrame
      editing={editing}
      title={t(view ? 'dataViews.edit' : 'dataViews.create')}
      isReady={query !== null}
      onSave={() => query && void editing.save({ query })}
    >
      <div className="view-steps">
        <section>
          <h3>{t('dataViews.steps.source')}</h3>
          <SourceSelect
            spaceId={space.id}
            viewId={view?.id ?? null}
            value={query?.base}
            name={isLost ? t('dataViews.sourceLost') : draft.shapes[0]?.name}
            label={t('dataViews.chooseSource')}
            onChange={(source) => void begin(source)}
          />
          {reading.progress}
          <Differences shape={draft.shapes[0]} />
        </section>
        {query && (
          <>
            <JoinsEditor spaceId={space.id} viewId={view?.id ?? null} query={query} draft={draft} onChange={change} />
            <FieldsEditor
              query={query}
              draft={draft}
              {...(view && { savedTypes: view.savedTypes })}
              onChange={change}
            />
            <FilterSection spaceId={space.id} query={query} draft={draft} names={page?.names} onChange={change} />
            <GroupsEditor query={query} draft={draft} onChange={change} />
          </>
        )}
      </div>
      <div className="view-preview">
        <Problems problems={problems} />
        <Preview spaceId={space.id} draft={draft} query={query} onPage={setPage} onChange={change} />
      </div>
    </ViewFrame>
  )
}
