import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DIRECTORY } from '#contract/directory.ts'
import { suffixOf } from '#contract/files.ts'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatMoment } from '../../widgets/format.ts'
import { type ArchiveNode, listArchive, treeOf } from '../archive.ts'
import { rangeFile } from '../ranges.ts'
import type { ViewerProps } from '../registry.ts'
import { TreeList, type TreeRow } from '../TreeList.tsx'
import { useLoaded } from '../use-loaded.ts'

/** Folders that are opened by themselves when there are few of them. */
const OPEN_AT_FIRST = 200

/** What an archive holds, as a tree; its directory is read, not its contents. */
export default function ArchiveViewer({ file, data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const listing = useLoaded(
    () => listArchive(rangeFile(address, file.size), file.name),
    [address, file.size, file.name],
  )
  if (!listing) return <div className="stage-note">{t('preview.loading')}</div>
  const { entries, isWhole } = listing
  return (
    <div className="archive-viewer">
      <Tree key={address} root={treeOf(entries)} isOpen={entries.length <= OPEN_AT_FIRST} label={file.name} />
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

function Tree({ root, isOpen, label }: { root: ArchiveNode; isOpen: boolean; label: string }) {
  const { i18n } = useTranslation()
  const [chosen, choose] = useState<string | null>(null)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const list: TreeRow[] = []
    const stack = root.children.toReversed().map((node) => ({ node, depth: 0 }))
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { node, depth } = next
      const isShown = isOpen !== toggled.has(node.path)
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
    return list
  }, [root, isOpen, toggled, i18n.language])
  const toggle = (id: string) => setToggled((now) => now.symmetricDifference(new Set([id])))
  return <TreeList label={label} rows={rows} chosen={chosen} onChoose={choose} onToggle={toggle} />
}

const More = ({ node, lang }: { node: ArchiveNode; lang: string }) => (
  <>
    <span className="tree-icon">
      <FileIcon suffix={node.isFolder ? '' : suffixOf(node.name)} mime={node.isFolder ? DIRECTORY : ''} size={18} />
    </span>
    <span className="tree-size num">{formatBytes(node.size)}</span>
    <span className="tree-time num">{node.modified ? formatMoment(node.modified.toISOString(), lang) : ''}</span>
  </>
)
