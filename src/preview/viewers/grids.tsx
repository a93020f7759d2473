import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ArrayView } from '../ArrayView.tsx'
import type { GridCalls, GridNode } from '../grids.ts'
import { openNetcdf } from '../netcdf.ts'
import { PropertyList } from '../PropertyList.tsx'
import { firstPlottable, type Plottable } from '../plottable.ts'
import { rangeFile } from '../ranges.ts'
import { TreeList, type TreeRow } from '../TreeList.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'
import { askWorker } from '../worker-calls.ts'
import type { Hdf5Calls } from '../workers/hdf5.worker.ts'

/** HDF5 files are read by a library in a worker that fetches the needed ranges. */
async function openHdf5(address: string, signal: AbortSignal): Promise<GridCalls> {
  // The viewer was closed meanwhile, so no worker is started.
  signal.throwIfAborted()
  const worker = new Worker(new URL('../workers/hdf5.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  const { ask } = askWorker<Hdf5Calls>(worker)
  await ask('open', new URL(address, location.href).href)
  return {
    children: (path) => ask('children', path),
    info: (path) => ask('info', path),
    slice: (slice) => ask('slice', slice),
  }
}

async function open(address: string, size: number, signal: AbortSignal) {
  const bytes = rangeFile(address, size)
  const isClassic = new TextDecoder('latin1').decode(await bytes.read(0, 3)) === 'CDF'
  const calls = await (isClassic ? openNetcdf(bytes) : openHdf5(address, signal))
  return { calls, plottable: await firstPlottable(calls, await calls.children('')) }
}

/** The groups and arrays of an HDF5 or NetCDF file as a tree, and slices of one array; only visible data is read. */
export default function GridsViewer({ file, data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const opened = useLoaded((signal) => open(address, file.size, signal), [address, file.size])
  if (!opened) return <div className="stage-note">{t('preview.loading')}</div>
  return <Groups key={address} {...opened} label={file.name} />
}

type Props = { calls: GridCalls; plottable: Plottable; label: string }

/** The path of the file itself, as a row above its groups and arrays. */
const FILE = ''

function Groups({ calls, plottable, label }: Props) {
  const [known, setKnown] = useState<ReadonlyMap<string, GridNode[]>>(plottable.known)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(plottable.known.keys()))
  const [chosen, choose] = useState<GridNode | null>(plottable.node)
  const [failure, setFailure] = useState<Error | null>(null)
  const toggle = useCallback(
    (path: string) => {
      setOpen((now) => now.symmetricDifference(new Set([path])))
      if (!known.has(path))
        calls.children(path).then((nodes) => setKnown((now) => new Map(now).set(path, nodes)), setFailure)
    },
    [calls, known],
  )
  if (failure) throw failure
  const nodes = new Map<string, GridNode>()
  const file: TreeRow = { id: FILE, depth: 0, name: label, isFolder: false, isOpen: false }
  const rows = [file, ...rowsOf(FILE, 0)]
  function rowsOf(path: string, depth: number): TreeRow[] {
    return (known.get(path) ?? []).flatMap((node) => {
      nodes.set(node.path, node)
      const isOpen = node.kind === 'group' && open.has(node.path)
      const row = {
        id: node.path,
        depth,
        name: node.name,
        isFolder: node.kind === 'group',
        isOpen,
        under: kindOf(node),
      }
      return [row, ...(isOpen ? rowsOf(node.path, depth + 1) : [])]
    })
  }
  return (
    <div className="grids-viewer">
      <TreeList
        label={label}
        rows={rows}
        chosen={chosen?.path ?? FILE}
        onChoose={(id) => choose(nodes.get(id) ?? null)}
        onToggle={toggle}
      />
      <div className="grids-body">
        {chosen?.kind === 'array' ? (
          <ArrayView key={chosen.path} calls={calls} path={chosen.path} isPicture={chosen === plottable.node} />
        ) : (
          <Notes calls={calls} path={chosen?.path ?? FILE} />
        )}
      </div>
    </div>
  )
}

/** The type and the shape of an array; a group has neither. */
const kindOf = ({ type, shape }: GridNode) => [type, shape.join(' × ')].filter(Boolean).join('  ')

/** The attributes of the file or a group. */
function Notes({ calls, path }: { calls: GridCalls; path: string }) {
  const { t } = useTranslation()
  const info = useLoaded(() => calls.info(path), [calls, path])
  if (!info) return <div className="stage-note">{t('preview.loading')}</div>
  return info.notes.length ? (
    <PropertyList properties={info.notes} />
  ) : (
    <div className="stage-note">{t('preview.chooseArray')}</div>
  )
}
