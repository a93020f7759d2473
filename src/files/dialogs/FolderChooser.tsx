import { Modal, Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileRecord, files } from '#contract/files.ts'
import { LIST_MAX_SIZE } from '#contract/limits.ts'
import { call } from '#providers/call.ts'
import type { DialogProps } from './index.ts'

type Folder = { hash: string; name: string; dirs: boolean }
type Branch = Map<string, Folder[]>

/** A folder of the space to move or copy into; branches are read when they are opened. */
export default function FolderChooser({ desk, about: { kind }, onClose }: DialogProps<'chooseFolder'>) {
  const { t } = useTranslation()
  const [branches, setBranches] = useState<Branch>(new Map())
  const [chosen, choose] = useState<Folder | null>(null)
  const [isBusy, setBusy] = useState(false)
  const moving = new Set(desk.marked.map((record) => record.hash))

  async function read(hash: string): Promise<void> {
    const spaceId = desk.space.id
    const folders: FileRecord[] = []
    let after: string | undefined
    do {
      const page = await call(files.list, {
        spaceId,
        kind: 'folder',
        size: LIST_MAX_SIZE,
        ...(hash !== 'root' && { hash }),
        ...(after && { after }),
      })
      folders.push(...page.list)
      after = page.next
    } while (after)
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
  async function finish() {
    if (!chosen) return
    setBusy(true)
    const root = chosen.hash === 'root' ? await call(files.show, { spaceId: desk.space.id, hash: 'root' }) : null
    await desk.relocate(kind, await desk.everyMarked(), { hash: root?.hash ?? chosen.hash, name: chosen.name })
    onClose()
  }
  const find = (key: string): Folder | null =>
    key === 'root'
      ? { hash: 'root', name: desk.space.name, dirs: true }
      : ([...branches.values()].flat().find((folder) => folder.hash === key) ?? null)
  return (
    <Modal
      open
      title={t(`files.actions.${kind}To`)}
      okText={t(`files.chooser.${kind}`)}
      okButtonProps={{ disabled: !chosen }}
      confirmLoading={isBusy}
      onOk={finish}
      onCancel={onClose}
    >
      <Tree
        blockNode
        defaultExpandedKeys={['root']}
        treeData={[
          { key: 'root', title: desk.space.name, children: branches.has('root') ? nodesOf('root') : undefined },
        ]}
        loadData={({ key }) => read(String(key))}
        selectedKeys={chosen ? [chosen.hash] : []}
        onSelect={([key]) => choose(key ? find(String(key)) : null)}
        height={360}
      />
    </Modal>
  )
}
