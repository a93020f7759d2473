import h5wasm, { type Attribute, Dataset, type Entity, type File, Group } from 'h5wasm'
import { arrange, type GridInfo, type GridNode, noteText, type Slice, spansOf, type Values } from '../grids.ts'
import { answerCalls } from '../worker-calls.ts'

const NAME = 'file.h5'
const [STRING, COMPOUND] = [3, 6]
const numeric = /^[<>|]?[bBhHiIlLqQfd]$/
let opened: File | null = null

function file(): File {
  if (!opened) throw new Error('nothing is open')
  return opened
}
const typeOf = ({ metadata, dtype }: Dataset): string => {
  if (metadata.type === STRING) return 'string'
  if (metadata.type === COMPOUND) return 'compound'
  if (metadata.type === 0) return `${metadata.signed ? '' : 'u'}int${metadata.size * 8}`
  if (metadata.type === 1) return `float${metadata.size * 8}`
  return typeof dtype === 'string' ? dtype : 'other'
}
function nodeOf(path: string, name: string, entity: Entity | null): GridNode {
  if (entity instanceof Dataset) return { path, name, kind: 'array', shape: entity.shape ?? [], type: typeOf(entity) }
  return { path, name, kind: entity instanceof Group ? 'group' : 'other', shape: [], type: '' }
}
const nameOf = (path: string) => path.split('/').at(-1) ?? ''

/** An attribute that the library cannot read gets a note, so that the other attributes are still shown. */
function textOf(attribute: Attribute): string {
  try {
    return noteText(attribute.json_value)
  } catch {
    return '?'
  }
}

const calls = {
  /** Opens the file at an address; the library fetches ranges of one megabyte. */
  async open(address: string): Promise<void> {
    const { FS } = await h5wasm.ready
    FS.createLazyFile('/', NAME, address, true, false)
    opened = new h5wasm.File(NAME, 'r')
  },
  children(path: string): GridNode[] {
    const group = path ? file().get(path) : file()
    if (!(group instanceof Group)) return []
    return group.keys().map((name) => nodeOf(`${path}/${name}`, name, group.get(name)))
  },
  info(path: string): GridInfo {
    const entity = path ? file().get(path) : file()
    const hasNotes = entity instanceof Dataset || entity instanceof Group
    const notes = hasNotes ? Object.entries(entity.attrs).map(([name, one]) => [name, textOf(one)] as const) : []
    if (!(entity instanceof Dataset)) return { shape: [], type: '', axes: [], isNumeric: false, notes }
    const shape = entity.shape ?? []
    const { chunks } = entity.metadata
    const filters = entity.filters.map(({ name }) => name).join(', ')
    return {
      shape,
      type: typeOf(entity),
      axes: shape.map((_, axis) => nameOf(entity.get_attached_scales(axis)[0] ?? '')),
      isNumeric: typeof entity.dtype === 'string' && numeric.test(entity.dtype),
      notes: [
        ...(chunks ? [['chunks', chunks.join(' × ')] as const] : []),
        ...(filters ? [['filters', filters] as const] : []),
        ...notes,
      ],
    }
  },
  slice(slice: Slice): Values {
    const entity = file().get(slice.path)
    if (!(entity instanceof Dataset)) throw new Error('no array')
    const shape = entity.shape ?? []
    const found = shape.length ? entity.slice(spansOf(slice, shape)) : entity.value
    const list = ArrayBuffer.isView(found) ? (found as Float64Array) : Array.isArray(found) ? found : [found]
    const flat = Array.from(list as ArrayLike<unknown>, (value) =>
      typeof value === 'number' || typeof value === 'bigint' ? value : noteText(value),
    )
    return arrange(flat, slice, shape)
  },
}
export type Hdf5Calls = typeof calls
answerCalls(calls)
