import { Tree } from 'antd'
import { type Key, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { type FileRecord, files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { formatBytes } from '../../src/widgets/format.ts'

type Props = { spaceId: string; root: string; chosen: readonly string[]; onChoose: (ids: string[]) => void }
type Branch = { list: FileRecord[]; isMore: boolean }
type Node = {
  key: string
  title: string
  isLeaf: boolean
  disableCheckbox: boolean
  checkable: boolean
  children?: Node[]
}

/** Files and folders of a space as a tree with sizes; a selected folder includes everything below it. */
export function FileChoice({ spaceId, root, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map())
  const [problem, setProblem] = useState('')
  const read = async (hash: string) => {
    try {
      const page = await call(files.list, { spaceId, hash, size: LIST_MAX_SIZE }, { quiet: true, aside: true })
      setBranches((before) => new Map([...before, [hash, { list: page.list, isMore: page.next !== undefined }]]))
      setProblem('')
    } catch (failure) {
      setProblem(sentenceOf(failure))
    }
  }
  useEffect(() => {
    let isLeft = false
    call(files.list, { spaceId, hash: root, size: LIST_MAX_SIZE }, { quiet: true, aside: true })
      .then((page) => {
        if (!isLeft) setBranches(new Map([[root, { list: page.list, isMore: page.next !== undefined }]]))
      })
      .catch((failure: unknown) => setProblem(sentenceOf(failure)))
    return () => {
      isLeft = true
    }
  }, [spaceId, root])

  const picked = new Set(chosen)
  const implied: string[] = []
  function nodesIn(hash: string, isInside: boolean): Node[] {
    const { list, isMore } = branches.get(hash) ?? { list: [], isMore: false }
    const nodes = list.map((record): Node => {
      const isChosen = picked.has(record.hash)
      if (isInside) implied.push(record.hash)
      const node = {
        key: record.hash,
        title: `${record.name} · ${formatBytes(record.size)}`,
        isLeaf: !isFolder(record),
        disableCheckbox: isInside,
        checkable: true,
      }
      return branches.has(record.hash) ? { ...node, children: nodesIn(record.hash, isInside || isChosen) } : node
    })
    const more = { key: `${hash} more`, title: t('publications.content.more'), isLeaf: true }
    return isMore ? [...nodes, { ...more, disableCheckbox: true, checkable: false }] : nodes
  }
  const treeData = nodesIn(root, picked.has(root))
  const toggle = (key: Key, isOn: boolean) =>
    onChoose(isOn ? [...chosen, String(key)] : chosen.filter((one) => one !== key))
  return (
    <>
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <Tree
        checkable
        checkStrictly
        selectable={false}
        blockNode
        treeData={treeData}
        checkedKeys={{ checked: [...chosen, ...implied], halfChecked: [] }}
        loadData={({ key }) => (branches.has(String(key)) ? Promise.resolve() : read(String(key)))}
        onCheck={(_keys, { node, checked }) => toggle(node.key, checked)}
        aria-label={t('publications.fields.files')}
      />
    </>
  )
}
