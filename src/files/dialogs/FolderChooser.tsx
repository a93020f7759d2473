import { useQuery } from '@tanstack/react-query'
import { Modal, Select, Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileRecord, files } from '#contract/files.ts'
import { LIST_MAX_SIZE } from '#contract/limits.ts'
import { can } from '#contract/policy.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import type { Desk } from '../desk.ts'
import type { DialogProps } from './index.ts'

type Place = { id: string; name: string }
type Folder = { hash: string; name: string; dirs: boolean }

/** A folder to move or copy into, of this space or of another. */
export default function FolderChooser({ desk, about: { kind }, onClose }: DialogProps<'chooseFolder'>) {
  const { t } = useTranslation()
  const places = usePlaces(desk)
  const [spaceId, setSpaceId] = useState(desk.space.id)
  const [chosen, choose] = useState<Folder | null>(null)
  const { isBusy, problem, run } = useTask()
  const space = places.find(({ id }) => id === spaceId) ?? desk.space

  const finish = () =>
    run(async () => {
      if (!chosen) return
      const items = await desk.everyMarked()
      onClose()
      await desk.relocate({ kind, items, target: { spaceId, hash: chosen.hash, name: chosen.name } })
    })
  return (
    <Modal
      open
      title={t(`files.actions.${kind}To`)}
      okText={t(`files.chooser.${kind}`)}
      cancelText={t('files.conflict.cancel')}
      okButtonProps={{ disabled: !chosen }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      <Select
        style={{ width: '100%', marginBottom: 12 }}
        aria-label={t('files.chooser.space')}
        value={spaceId}
        showSearch={{ optionFilterProp: 'label' }}
        options={places.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          setSpaceId(id)
          choose(null)
        }}
      />
      <FolderTree
        key={spaceId}
        space={space}
        left={spaceId === desk.space.id ? desk.marked : []}
        chosen={chosen}
        onChoose={choose}
      />
      {problem && (
        <p className="name-error" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}

/** This space first, then the others in which the reader may make something. */
function usePlaces(desk: Desk): readonly Place[] {
  const { data } = useQuery({
    queryKey: ['spaces', 'to-fill'],
    queryFn: () =>
      call(spaces.list, { scope: 'mine', size: LIST_MAX_SIZE, sort: 'name', order: 'asc' }, { quiet: true }),
  })
  const others = (data?.list ?? []).filter((space) => space.id !== desk.space.id && can(desk.actor, 'file.make', space))
  return [desk.space, ...others]
}

type TreeProps = {
  space: Place
  /** What is on its way, and can't go into itself. */
  left: readonly FileRecord[]
  chosen: Folder | null
  onChoose: (folder: Folder | null) => void
}

/** The folders of a space; branches are read when they are opened. */
function FolderTree({ space, left, chosen, onChoose }: TreeProps) {
  const [branches, setBranches] = useState<ReadonlyMap<string, readonly FileRecord[]>>(new Map())
  const { data: root } = useQuery({
    queryKey: ['space-root', space.id],
    queryFn: () => call(files.show, { spaceId: space.id, hash: 'root' }),
  })
  const moving = new Set(left.map(({ hash }) => hash))

  async function read(hash: string): Promise<void> {
    const folders = await foldersIn(space.id, hash)
    setBranches((before) => new Map(before).set(hash, folders))
  }
  const nodesOf = (hash: string): TreeDataNode[] =>
    (branches.get(hash) ?? []).map((folder) => ({
      key: folder.hash,
      title: folder.name,
      isLeaf: !folder.dirs,
      disabled: moving.has(folder.hash),
      children: branches.has(folder.hash) ? nodesOf(folder.hash) : undefined,
    }))
  if (!root) return <div className="skeleton" style={{ height: 160 }} aria-busy="true" />
  const find = (key: string): Folder | null =>
    key === root.hash
      ? { hash: root.hash, name: space.name, dirs: true }
      : ([...branches.values()].flat().find((folder) => folder.hash === key) ?? null)
  return (
    <Tree
      blockNode
      defaultExpandedKeys={[root.hash]}
      treeData={[
        {
          key: root.hash,
          title: space.name,
          children: branches.has(root.hash) ? nodesOf(root.hash) : undefined,
        },
      ]}
      loadData={({ key }) => read(String(key))}
      selectedKeys={chosen ? [chosen.hash] : []}
      onSelect={([key]) => onChoose(key ? find(String(key)) : null)}
      height={320}
    />
  )
}

/** All folders of a folder, page after page. */
async function foldersIn(spaceId: string, hash: string): Promise<FileRecord[]> {
  const folders: FileRecord[] = []
  let after: string | undefined
  do {
    const page = await call(files.list, {
      ...{ spaceId, hash, kind: 'folder', size: LIST_MAX_SIZE },
      ...(after && { after }),
    })
    folders.push(...page.list)
    after = page.next
  } while (after)
  return folders
}
