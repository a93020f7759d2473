import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { FileIcon } from '../widgets/file-icon.tsx'
import { rowsOf, stepIn, type TreeFolder, type TreeRow } from './tree-rows.ts'
import { useBranches } from './use-branches.ts'
import './folders.css'

type Props = {
  spaceId: string
  root: TreeFolder
  /** The selected folder, and its ancestors, which are expanded. */
  chosen: string | null
  above: readonly string[]
  onChoose: (folder: TreeFolder) => void
  /** Folders that cannot be selected. */
  barred?: ReadonlySet<string>
  /** Additional props of a row, for example for dropping; `open` expands its branch. */
  lineProps?: (folder: TreeFolder, open: () => void) => HTMLAttributes<HTMLElement>
}

/** The folders of a space as a tree: branches are loaded when expanded; arrows move, Enter selects. */
export function FolderTree({ spaceId, root, chosen, above, onChoose, barred, lineProps }: Props) {
  const { t } = useTranslation()
  const { branches, read, readOn } = useBranches(spaceId)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([root.hash]))
  const [focus, setFocus] = useState(root.hash)
  const line = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf({ root, branches, open }), [root, branches, open])
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === focus),
  )

  const path = above.join()
  useEffect(() => {
    setOpen((before) => new Set([...before, ...path.split(',').filter(Boolean)]))
  }, [path])
  useEffect(() => {
    for (const hash of open) if (!branches.has(hash)) void read(hash)
  }, [open, branches, read])
  useEffect(() => {
    if (chosen) setFocus(chosen)
  }, [chosen])

  const toggle = ({ key, isOpen }: Pick<TreeRow, 'key' | 'isOpen'>) =>
    setOpen((before) => {
      const next = new Set(before)
      isOpen ? next.delete(key) : next.add(key)
      return next
    })
  const choose = ({ folder, rest }: TreeRow) => {
    if (!rest) {
      if (!barred?.has(folder.hash)) onChoose(folder)
    } else void (rest.after === null ? read(folder.hash) : readOn(folder.hash, rest.after))
  }
  const moveTo = (place: number) => {
    setFocus(rows[place]?.key ?? root.hash)
    requestAnimationFrame(() => line.current?.focus())
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ['Tab', 'Escape', '/', '?'].includes(event.key)) return
    // The file list around the tree must not handle these keys.
    event.stopPropagation()
    const row = rows[at]
    const step = stepIn(rows, at, event.key)
    if (step || event.key === 'Enter' || event.key === ' ') event.preventDefault()
    if (step && 'to' in step) moveTo(step.to)
    else if (step) toggle(step.toggle)
    else if (row && (event.key === 'Enter' || event.key === ' ')) choose(row)
  }
  return (
    <div className="folder-tree" role="tree" aria-label={t('files.tree.title')}>
      {rows.map((row, place) => (
        <div
          key={row.key}
          role="treeitem"
          aria-level={row.level}
          aria-selected={!row.rest && row.folder.hash === chosen}
          {...(row.isOpen !== null && { 'aria-expanded': row.isOpen })}
          {...(barred?.has(row.folder.hash) && { 'aria-disabled': true })}
          tabIndex={place === at ? 0 : -1}
          ref={place === at ? line : undefined}
          style={{ '--level': row.level } as CSSProperties}
          onKeyDown={press}
          onClick={() => {
            setFocus(row.key)
            choose(row)
          }}
          {...(!row.rest && lineProps?.(row.folder, () => row.isOpen === false && toggle(row)))}
        >
          <span
            className="toggle"
            aria-hidden="true"
            data-open={row.isOpen ?? undefined}
            onClick={(event) => {
              if (row.isOpen === null) return
              event.stopPropagation()
              toggle(row)
            }}
          />
          {row.rest ? (
            <span className="more">{t(row.rest.after === null ? 'errors.retry' : 'files.tree.more')}</span>
          ) : (
            <>
              <FileIcon suffix="" mime="directory" size={16} />
              <span title={row.folder.name}>{row.folder.name}</span>
            </>
          )}
        </div>
      ))}
    </div>
  )
}
