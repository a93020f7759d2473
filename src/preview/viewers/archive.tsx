import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DIRECTORY } from '#contract/core/directory.ts'
import { suffixOf } from '#contract/files.ts'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { EntryView } from '../ArchiveEntry.tsx'
import { listArchive } from '../archive.ts'
import { type ArchiveNode, treeOf } from '../archive-tree.ts'
import { rangeFile } from '../ranges.ts'
import { TreeList, type TreeRow } from '../TreeList.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'

/** Trees with at most this many entries are fully expanded at first. */
const OPEN_AT_FIRST = 200

/** The entries of an archive as a tree: only the directory is read, and the contents that the user opens. */
export default function ArchiveViewer({ file, data: { address }, Inside }: ViewerProps) {
  const { t } = useTranslation()
  const listing = useLoaded(
    () => listArchive(rangeFile(address, file.size), file.name),
    [address, file.size, file.name],
  )
  const root = useMemo(() => listing && treeOf(listing.entries), [listing])
  const [opened, open] = useState<ArchiveNode | null>(null)
  if (!listing || !root) return <div className="stage-note">{t('preview.loading')}</div>
  const { entries, isWhole } = listing
  return (
    <div className="archive-viewer">
      {opened && <EntryView key={opened.path} node={opened} Inside={Inside} onBack={() => open(null)} />}
      {/* The list behind an opened entry is inert, but keeps its scroll position. */}
      <div className="archive-list" inert={opened !== null}>
        <Tree key={address} root={root} isOpen={entries.length <= OPEN_AT_FIRST} label={file.name} onOpen={open} />
      </div>
      <div className="viewer-bar num">
        <span>
          {t('preview.entries', {
            count: entries.filter(({ isFolder }) => !isFolder).length,
            size: formatBytes(entries.reduce((sum, { size }) => sum + size, 0)),
          })}
        </span>
        {!isWhole && <span>{t('preview.entriesPartial')}</span>}
      </div>
    </div>
  )
}

type TreeProps = { root: ArchiveNode; isOpen: boolean; label: string; onOpen: (node: ArchiveNode) => void }

function Tree({ root, isOpen, label, onOpen }: TreeProps) {
  const { i18n } = useTranslation()
  const [chosen, choose] = useState<string | null>(null)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const { rows, files } = useMemo(() => {
    const list: TreeRow[] = []
    const files = new Map<string, ArchiveNode>()
    const stack = root.children.toReversed().map((node) => ({ node, depth: 0 }))
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { node, depth } = next
      const isShown = isOpen !== toggled.has(node.path)
      if (!node.isFolder) files.set(node.path, node)
      list.push({
        id: node.path,
        depth,
        name: node.name,
        isFolder: node.isFolder,
        isOpen: isShown,
        more: <More node={node} lang={i18n.language} />,
      })
      if (node.isFolder && isShown)
        for (const child of node.children.toReversed()) stack.push({ node: child, depth: depth + 1 })
    }
    return { rows: list, files }
  }, [root, isOpen, toggled, i18n.language])
  const toggle = (id: string) => setToggled((now) => now.symmetricDifference(new Set([id])))
  const openAt = (id: string) => {
    const node = files.get(id)
    if (node) onOpen(node)
  }
  return <TreeList label={label} rows={rows} chosen={chosen} onChoose={choose} onToggle={toggle} onOpen={openAt} />
}

const More = ({ node, lang }: { node: ArchiveNode; lang: string }) => (
  <>
    <span className="tree-icon">
      <FileIcon suffix={node.isFolder ? '' : suffixOf(node.name)} mime={node.isFolder ? DIRECTORY : ''} size={18} />
    </span>
    <span className="tree-size num">{formatBytes(node.size)}</span>
    <span className="tree-time num">{node.modified ? formatDateTime(node.modified.toISOString(), lang) : ''}</span>
  </>
)
