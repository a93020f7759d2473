import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { DATASET_BOARDS_MAX, LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { type BoardFit, publications, type SelectedItem } from '#contract/publications.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { RootOf } from '../../src/folders/RootOf.tsx'
import { formatBytes, formatList } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { FileChoice } from './file-choice.tsx'
import type { Draft } from './use-draft.ts'

/** Which files, folders and tables of the space are published. */
export function ContentStep({ draft, spaceId }: { draft: Draft; spaceId: string }) {
  const { t } = useTranslation()
  const chosen = draft.fields.files ?? []
  return (
    <div className="content-step">
      <section data-place="files" aria-label={t('publications.fields.files')}>
        <h3>{t('publications.fields.files')}</h3>
        <p>{t('publications.content.hint')}</p>
        <div className="content-tree">
          <RootOf space={{ id: spaceId, name: '' }}>
            {(root) => (
              <FileChoice
                spaceId={spaceId}
                root={root.hash}
                chosen={chosen}
                onChoose={(files) => draft.set({ files })}
              />
            )}
          </RootOf>
        </div>
      </section>
      <Tables draft={draft} spaceId={spaceId} />
      {draft.fields.institution ? <BoardsStay /> : <Boards draft={draft} />}
      <Selected draft={draft} />
    </div>
  )
}

function Tables({ draft, spaceId }: { draft: Draft; spaceId: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['tables', spaceId, 'to-publish'],
    queryFn: () => call(tables.list, { spaceId, size: LIST_MAX_SIZE }, { quiet: true, aside: true }),
  })
  const chosen = draft.fields.tables ?? []
  return (
    <section data-place="tables" aria-label={t('publications.fields.tables')}>
      <h3>{t('publications.fields.tables')}</h3>
      <p>
        {draft.fields.institution
          ? t('publications.content.tablesToInstitution')
          : t('publications.content.tablesHint')}
      </p>
      <Loaded query={query}>
        {({ list }) =>
          list.length ? (
            <Checkbox.Group
              className="content-tables"
              value={[...chosen]}
              onChange={(ids) => draft.set({ tables: ids })}
              options={list.map(({ id, name, rows }) => ({
                value: id,
                label: `${name} · ${t('publications.content.rows', { count: rows })}`,
              }))}
            />
          ) : (
            <p>{t('publications.content.noTables')}</p>
          )
        }
      </Loaded>
    </section>
  )
}

/** Why a board can't be published with what is chosen; null when it can. */
function useUnfit() {
  const { t, i18n } = useTranslation()
  return ({ notChosen, viewsGone }: BoardFit): string | null => {
    if (viewsGone) return t('publications.content.boardViewsGone', { count: viewsGone })
    if (!notChosen.length) return null
    return t('publications.content.boardNotChosen', { names: formatList(notChosen.filter(Boolean), i18n.language) })
  }
}

/** The dashboards of the space: those that read nothing but what is chosen can be published with it. */
function Boards({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { id, fields, saving } = draft
  const { boards: chosen = [], files, tables: chosenTables } = fields
  const unfitOf = useUnfit()
  const query = useQuery({
    queryKey: ['publications', 'boards', id, files, chosenTables],
    queryFn: () => call(publications.boards, { id }, { quiet: true, aside: true }),
    enabled: saving === 'saved',
    placeholderData: (before) => before,
  })
  return (
    <section data-place="boards" aria-label={t('publications.fields.boards')}>
      <h3>{t('publications.fields.boards')}</h3>
      <p>{t('publications.content.boardsHint')}</p>
      <Loaded query={query}>
        {(list) => {
          const gone = chosen.filter((one) => !list.some((board) => board.id === one))
          return list.length + gone.length ? (
            <ul className="content-boards">
              {list.map((board) => {
                const why = unfitOf(board)
                const isChosen = chosen.includes(board.id)
                return (
                  <li key={board.id}>
                    <Checkbox
                      checked={isChosen}
                      disabled={!isChosen && (why !== null || chosen.length >= DATASET_BOARDS_MAX)}
                      aria-describedby={why ? `why-${board.id}` : undefined}
                      onChange={({ target }) =>
                        draft.set({
                          boards: target.checked ? [...chosen, board.id] : chosen.filter((one) => one !== board.id),
                        })
                      }
                    >
                      {board.name}
                    </Checkbox>
                    {why && <small id={`why-${board.id}`}>{why}</small>}
                  </li>
                )
              })}
              {gone.map((one) => (
                <li key={one}>
                  {t('publications.content.gone')}{' '}
                  <Button size="small" onClick={() => draft.set({ boards: chosen.filter((each) => each !== one) })}>
                    {t('publications.content.drop')}
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p>{t('publications.content.noBoards')}</p>
          )
        }}
      </Loaded>
    </section>
  )
}

/** An institution takes files: says what becomes of dashboards. */
function BoardsStay() {
  const { t } = useTranslation()
  return (
    <section data-place="boards" aria-label={t('publications.fields.boards')}>
      <h3>{t('publications.fields.boards')}</h3>
      <p>{t('publications.content.boardsToInstitution')}</p>
    </section>
  )
}

/** The size of what would be published: of a table its rows and columns. */
function ItemSize({ item: { kind, sizeBytes, rows, columns } }: { item: SelectedItem }) {
  const { t } = useTranslation()
  if (kind !== 'table') return formatBytes(sizeBytes)
  return `${t('publications.content.rows', { count: rows })} × ${t('publications.content.columns', { count: columns })}`
}

/** The selected items in all folders, marking those that were deleted or may not be published. */
function Selected({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { id, fields, saving } = draft
  const { restricted = [] } = fields
  const query = useQuery({
    queryKey: ['publications', 'selection', id, fields.files, fields.tables],
    queryFn: () => call(publications.selection, { id }, { quiet: true, aside: true }),
    enabled: saving === 'saved',
    placeholderData: (before) => before,
  })
  const drop = (gone: string) =>
    draft.set({
      files: (fields.files ?? []).filter((one) => one !== gone),
      tables: (fields.tables ?? []).filter((one) => one !== gone),
      restricted: restricted.filter((one) => one !== gone),
    })
  const kind = fields.access?.kind ?? 'open'
  const mayRestrict = !fields.institution && (kind === 'open' || kind === 'embargo')
  return (
    <section aria-label={t('publications.content.selected')}>
      <h3>{t('publications.content.selected')}</h3>
      {mayRestrict && <p>{t('publications.content.onRequestHint')}</p>}
      <Loaded query={query}>
        {(items) =>
          items.length ? (
            <ul className="publication-files selected-files num">
              {items.map((item) => (
                <li key={item.id}>
                  <span>
                    {item.isGone
                      ? t('publications.content.gone')
                      : `${item.path.replace(/\/$/, '')}/${item.name}`.slice(1) || item.name}
                    {item.isForbidden && <small className="tag bad">{t('publications.content.forbidden')}</small>}
                  </span>
                  <span>
                    {!item.isGone && mayRestrict && (
                      <Checkbox
                        checked={restricted.includes(item.id)}
                        aria-label={t('publications.content.onRequestOne', { name: item.name })}
                        onChange={({ target }) =>
                          draft.set({
                            restricted: target.checked
                              ? [...restricted, item.id]
                              : restricted.filter((one) => one !== item.id),
                          })
                        }
                      >
                        {t('publications.content.onRequest')}
                      </Checkbox>
                    )}
                    {!item.isGone && (
                      <span>
                        <ItemSize item={item} />
                      </span>
                    )}
                    <Button
                      size="small"
                      aria-label={t('publications.content.dropOne', { name: item.name })}
                      onClick={() => drop(item.id)}
                    >
                      {t('publications.content.drop')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p>{t('publications.content.nothing')}</p>
          )
        }
      </Loaded>
    </section>
  )
}
