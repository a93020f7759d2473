import { App } from 'antd'
import { type MouseEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isFolder } from '#contract/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'

import { PreviewModal, spaceSource } from '../preview/index.ts'
import { useDeeds } from '../search/deeds.ts'
import { deedsOf } from './actions/deeds.ts'
import { previewControls } from './actions/preview-controls.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ContextMenu, type MenuPlace } from './ContextMenu.tsx'
import { useClipboard } from './clipboard.ts'
import { Details } from './Details.tsx'
import { Dialogs } from './Dialogs.tsx'
import { DropZone } from './DropZone.tsx'
import type { Desk } from './desk.ts'
import { Said } from './details/index.ts'
import type { Asking } from './dialogs/questions.ts'
import { dropTarget } from './drag.ts'
import { GridView } from './GridView.tsx'
import { ListView } from './ListView.tsx'
import { StatusLine } from './StatusLine.tsx'
import { countOf } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'
import { useAskedAddress } from './use-asked-address.ts'
import { useChanges } from './use-changes.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useFolder } from './use-folder.ts'
import { useKeys } from './use-keys.ts'
import { useMarks } from './use-marks.ts'
import { usePicker } from './use-picker.ts'
import { usePlace } from './use-place.ts'
import { useSelectedAddress } from './use-selected-address.ts'
import { useSelection } from './use-selection.ts'
import { useShown } from './use-shown.ts'
import { useTreeChoice, useViewChoice } from './use-view-choice.ts'
import './files.css'
import { isRoomy, useNarrow } from '#widgets/viewport.ts'
import { copyText } from '../widgets/copy-text.ts'
import { later } from '../widgets/later.tsx'
import { verdictWords } from '../widgets/verdict.ts'

/** Fetched behind the list: most of the time there is nothing in it. */
const TaskStrip = later(
  () => import('./tasks/TaskStrip.tsx'),
  () => null,
)

/** With its filters and their calendar. */
const SearchResults = later(() => import('./SearchResults.tsx'))

/** Fetched behind the list, too. */
const TreePanel = later(
  () => import('./tree/TreePanel.tsx'),
  () => <div className="tree-panel" />,
)

/** The files of a space: one folder in view, named by the address, so that Back and links work. */
export default function FileManager({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [params, setParams] = useSearchParams()
  const actor = actorOf(useUser())
  const view = useViewChoice(space.id)
  const hash = params.get('folder')
  const store = useFolder({ spaceId: space.id, hash, sort: view.sort, order: view.order })
  const { selection, setSelection, marked } = useSelection(store, params.get('select'))
  const clipboard = useClipboard(actor?.id ?? null)
  const { markOf, reachMarks } = useMarks(space.id, store.state.rows)
  const [asking, setAsking] = useState<Asking>(null)
  const [renaming, startRename] = useState<FileRecord | null>(null)
  const { shown, show: preview, isTelling } = useShown(space.id, actor !== null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [q, setQ] = useState('')
  const { place, setPlace } = usePlace(space, actor !== null)
  useAskedAddress(() => setAsking({ name: 'doors', about: undefined }))
  const [isDetailed, setDetailed] = useState(isRoomy)
  const [hasTree, setTree] = useTreeChoice()
  const isNarrow = useNarrow()
  const facts = useMemo(
    () => ({ type: space.type, status: space.status, myRole: space.myRole, myFlags: space.myFlags }),
    [space],
  )
  const changes = useChanges({
    spaceId: space.id,
    personId: actor?.id ?? null,
    folderHash: hash,
    reload: store.load,
    unmark: () => setSelection(null),
  })
  const { folder, rows } = store.state
  useSelectedAddress(marked.length === 1 && !selection.all ? (marked[0]?.hash ?? null) : null, folder !== null)

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
  const say: Desk['say'] = (key, values) =>
    void message.success((t as unknown as (key: string, values?: object) => string)(key, values))
  const desk: Desk = {
    space,
    facts,
    actor,
    folder,
    source: spaceSource({ space, actor, siblings: rows.filter((row) => !isFolder(row)) }),
    marked,
    isAll: selection.all,
    count: countOf(selection, folder?.items ?? marked.length),
    clipboard,
    markOf,
    ask: (name, ...[about]) => setAsking({ name, about }),
    open,
    preview,
    startRename,
    everyMarked: async () =>
      selection.all ? (await store.all()).filter((record) => !selection.marks.has(record.hash)) : marked,
    ...changes,
    pickFiles,
    markAll: () => setSelection('all'),
    reload: store.load,
    goToRoot: () => go(null),
    say,
    copy: async (text, said) =>
      (await copyText(text)) ? say(said) : void message.warning(t('files.notCopied', { text })),
    refuse: (verdict) => void message.warning(verdictWords(t, verdict)),
  }
  /** What is done in the preview is done with the file that it shows, whatever is marked behind it. */
  const inView = (record: FileRecord): Desk => ({ ...desk, marked: [record], isAll: false, count: 1 })
  const list = {
    desk,
    store,
    selection,
    setSelection,
    renaming,
    startRename,
    rename: changes.rename,
    view,
    onMenu: setMenu,
    reachMarks,
  }
  const isBusy = asking !== null || shown !== null || renaming !== null || place !== null
  useFocusBack(asking !== null || shown !== null)
  useDeeds(() => (isBusy ? [] : deedsOf(desk, t)))
  useKeys({
    desk,
    isOff: isBusy || q !== '',
    setSelection,
    goUp: () => folder?.phash && go(folder.phash),
  })

  /** Where no row is, the menu is about the folder. */
  const askOfFolder = (event: MouseEvent) => {
    if (event.defaultPrevented || !(event.target as Element).closest('.scroller, .empty-place')) return
    event.preventDefault()
    setSelection(null)
    setMenu({ x: event.clientX, y: event.clientY })
  }

  return (
    <div className="files">
      <Toolbar
        desk={desk}
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
      />
      {place ? (
        <place.View key={place.id} desk={desk} onClose={() => setPlace(null)} />
      ) : (
        <DropZone target={target} desk={desk}>
          {hasTree && !isNarrow && folder && <TreePanel desk={desk} above={folder.above} onGo={go} />}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the bar has the same for those without a mouse */}
          <div className="files-main" {...(folder && dropTarget(desk, folder))} onContextMenu={askOfFolder}>
            <Breadcrumbs desk={desk} above={folder?.above ?? []} onGo={go} />
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
            {actor && space.myRole && <TaskStrip desk={desk} onAll={() => setPlace('tasks')} />}
            {folder && <StatusLine desk={desk} state={store.state} selection={selection} />}
          </div>
          {isDetailed && (folder || marked.length > 0) && <Details desk={desk} onClose={() => setDetailed(false)} />}
        </DropZone>
      )}
      {menu && <ContextMenu desk={desk} place={menu} onClose={() => setMenu(null)} />}
      <Dialogs desk={shown ? inView(shown) : desk} asking={asking} onClose={() => setAsking(null)} />
      {shown && (
        <PreviewModal
          source={desk.source}
          file={shown}
          isTelling={isTelling}
          onClose={() => preview(null)}
          onStep={preview}
          onRemove={(record) => changes.remove([record])}
          controls={(record) => previewControls(inView(record), t)}
          facts={(record) => <Said desk={desk} record={record} />}
        />
      )}
    </div>
  )
}
