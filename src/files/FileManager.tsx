import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'

import { PreviewModal, spaceSource } from '../preview/index.ts'
import { usePageActions } from '../search/page-actions.ts'
import { allHitsKey } from '../search/use-find.ts'
import type { ActionContext } from './action-context.ts'
import { pageActionsOf } from './actions/page-actions.ts'
import { previewControls } from './actions/preview-controls.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { SelectionRow } from './bar/SelectionRow.tsx'
import { Toolbar } from './bar/Toolbar.tsx'
import { ContextMenu, type MenuPlace } from './ContextMenu.tsx'
import { useClipboard } from './clipboard.ts'
import { Details } from './Details.tsx'
import { Dialogs } from './Dialogs.tsx'
import { DropZone } from './DropZone.tsx'
import { Said } from './details/index.ts'
import type { Asking } from './dialogs/questions.ts'
import { dropTarget } from './drag.ts'
import { GridView } from './GridView.tsx'
import { ListView } from './ListView.tsx'
import { StatusLine } from './StatusLine.tsx'
import { countOf } from './selection.ts'
import { useAskedAddress } from './use-asked-address.ts'
import { useBadges } from './use-badges.ts'
import { useChanges } from './use-changes.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useFolder } from './use-folder.ts'
import { useKeys } from './use-keys.ts'
import { usePicker } from './use-picker.ts'
import { usePlace } from './use-place.ts'
import { useSearchWords } from './use-search-words.ts'
import { useSelectedAddress } from './use-selected-address.ts'
import { useSelection } from './use-selection.ts'
import { useShown } from './use-shown.ts'
import { useDetailsChoice, useTreeChoice, useViewChoice } from './use-view-choice.ts'
import './files.css'
import { useNarrow } from '#widgets/viewport.ts'
import { verdictWords } from '../rights/verdict.ts'
import { copyText } from '../widgets/copy-text.ts'
import { later } from '../widgets/later.tsx'

/** Loaded after the list, because most of the time there are no tasks. */
const TaskStrip = later(
  () => import('./tasks/TaskStrip.tsx'),
  () => null,
)

/** Loaded on demand, together with its filters and their calendar. */
const SearchResults = later(() => import('./SearchResults.tsx'))

/** Loaded after the list as well. */
const TreePanel = later(
  () => import('./tree/TreePanel.tsx'),
  () => <div className="tree-panel" />,
)

/** The files of a space. The address names the current folder, so that Back and links work. */
export default function FileManager({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const actor = actorOf(useUser())
  const view = useViewChoice(space.id)
  const hash = params.get('folder')
  const store = useFolder({ spaceId: space.id, hash, sort: view.sort, order: view.order })
  const [q, setQ] = useSearchWords()
  const { selection, setSelection, selected } = useSelection(store, q ? null : params.get('select'))
  // What is selected in the folder is not in sight among the results.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words alone tell it
  useEffect(() => {
    if (q) setSelection(null)
  }, [q])
  const clipboard = useClipboard(actor?.id ?? null)
  const { badgesOf, reachBadges } = useBadges(space.id, store.state.rows)
  const [asking, setAsking] = useState<Asking>(null)
  const [renaming, startRename] = useState<FileRecord | null>(null)
  const { shown, show: preview, isMetadataOpen } = useShown(space.id, actor !== null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { place, setPlace } = usePlace(space, actor !== null)
  useAskedAddress(() => setAsking({ name: 'protocols', about: undefined }))
  const [isDetailed, setDetailed] = useDetailsChoice()
  const [hasTree, setTree] = useTreeChoice()
  const isNarrow = useNarrow()
  const policyContext = useMemo(
    () => ({ type: space.type, status: space.status, myRole: space.myRole, myFlags: space.myFlags }),
    [space],
  )
  const client = useQueryClient()
  /** The folder, and the results of a search that are shown in its place. */
  const reload = async () => {
    await Promise.all([store.load(), client.invalidateQueries({ queryKey: allHitsKey })])
  }
  const changes = useChanges({
    spaceId: space.id,
    personId: actor?.id ?? null,
    folderHash: hash,
    reload,
    clearSelection: () => setSelection(null),
  })
  const { folder, rows } = store.state
  useSelectedAddress(selected.length === 1 && !selection.all ? (selected[0]?.hash ?? null) : null, folder !== null)

  const go = (folderHash: string | null) => {
    setQ('')
    setParams(folderHash && folderHash !== folder?.above[0]?.hash ? { folder: folderHash } : {})
  }
  const open = (record: FileRecord) => (isFolder(record) ? go(record.hash) : preview(record))
  const target = folder && {
    spaceId: space.id,
    spaceName: space.name,
    folder: folder.hash,
    folderName: folder.name || space.name,
  }
  const pickFiles = usePicker(target)
  const say: ActionContext['say'] = (key, values) =>
    void message.success((t as unknown as (key: string, values?: object) => string)(key, values))
  const context: ActionContext = {
    space,
    policyContext,
    actor,
    folder,
    source: spaceSource({ space, actor, siblings: rows.filter((row) => !isFolder(row)) }),
    selected,
    isAll: selection.all,
    count: countOf(selection, folder?.items ?? selected.length),
    clipboard,
    badgesOf,
    ask: (name, ...[about]) => setAsking({ name, about }),
    open,
    preview,
    startRename,
    allSelected: async () =>
      selection.all ? (await store.all()).filter((record) => !selection.hashes.has(record.hash)) : selected,
    ...changes,
    pickFiles,
    selectAll: () => setSelection('all'),
    reload,
    goToRoot: () => go(null),
    visit: navigate,
    say,
    copy: async (text, said) =>
      (await copyText(text)) ? say(said) : void message.warning(t('files.notCopied', { text })),
    refuse: (verdict) => void message.warning(verdictWords(t, verdict)),
  }
  /** Actions in the preview apply to the file that it shows, whatever is selected in the list behind it. */
  const inView = (record: FileRecord): ActionContext => ({ ...context, selected: [record], isAll: false, count: 1 })
  const list = {
    context,
    store,
    selection,
    setSelection,
    renaming,
    startRename,
    rename: changes.rename,
    view,
    onMenu: setMenu,
    reachBadges,
  }
  const isBusy = asking !== null || shown !== null || renaming !== null || place !== null
  useFocusBack(asking !== null || shown !== null)
  usePageActions(() => (isBusy ? [] : pageActionsOf(context, t)))
  useKeys({
    context,
    isOff: isBusy || q !== '',
    setSelection,
    goUp: () => folder?.phash && go(folder.phash),
  })

  /** A right click outside of the rows opens the menu of the folder. */
  const askOfFolder = (event: MouseEvent) => {
    if (event.defaultPrevented || !(event.target as Element).closest('.scroller, .empty-place')) return
    event.preventDefault()
    setSelection(null)
    setMenu({ x: event.clientX, y: event.clientY })
  }

  return (
    <div className="files">
      <Toolbar
        context={context}
        view={view}
        q={q}
        onSearch={(text) => {
          setQ(text)
          if (text && place) setPlace(null)
        }}
        place={place}
        onPlace={setPlace}
        isDetailed={isDetailed}
        onDetails={setDetailed}
        hasTree={hasTree}
        onTree={setTree}
        onClear={() => setSelection(null)}
      />
      {place ? (
        <place.View key={place.id} context={context} onClose={() => setPlace(null)} />
      ) : (
        <DropZone target={target} context={context}>
          {hasTree && !isNarrow && folder && <TreePanel context={context} above={folder.above} onGo={go} />}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the bar has the same for those without a mouse */}
          <div className="files-main" {...(folder && dropTarget(context, folder))} onContextMenu={askOfFolder}>
            <Breadcrumbs context={context} above={folder?.above ?? []} onGo={go} />
            {q ? (
              <SearchResults
                space={space}
                q={q}
                folder={folder}
                onOpen={open}
                onShow={(record) => setParams({ ...(record.phash && { folder: record.phash }), select: record.hash })}
                onDone={() => setQ('')}
              />
            ) : view.kind === 'list' ? (
              <ListView {...list} />
            ) : (
              <GridView {...list} />
            )}
            {actor && space.myRole && <TaskStrip context={context} onAll={() => setPlace('tasks')} />}
            {isNarrow && context.count > 0 ? (
              <SelectionRow context={context} />
            ) : (
              folder && <StatusLine context={context} state={store.state} selection={selection} />
            )}
          </div>
          {isDetailed && (folder || selected.length > 0) && (
            <Details context={context} onClose={() => setDetailed(false)} />
          )}
        </DropZone>
      )}
      {menu && <ContextMenu context={context} place={menu} onClose={() => setMenu(null)} />}
      <Dialogs context={shown ? inView(shown) : context} asking={asking} onClose={() => setAsking(null)} />
      {shown && (
        <PreviewModal
          source={context.source}
          file={shown}
          isMetadataOpen={isMetadataOpen}
          onClose={() => preview(null)}
          onStep={preview}
          onRemove={(record) => changes.remove([record])}
          controls={(record) => previewControls(inView(record), t)}
          metadata={(record) => <Said context={context} record={record} />}
        />
      )}
    </div>
  )
}
