import type { Begun } from '#server/modules/institutions/index.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { TransferRow } from './transfer-store.ts'

const partsFor = (id: string) => `transfer parts ${id}`

/** No file is under way in parts. */
export const NO_PARTS = { part_path: '', part_to: null, part_tags: [], part_breaks: 0 }

/** A file whose upload in parts begins; `to` is what its repository said of it. */
export const partsBegun = (seal: Seal, id: string, { path, to }: { path: string; to: unknown }) => ({
  ...NO_PARTS,
  part_path: path,
  part_to: seal.close(to, partsFor(id)),
})

/** The upload that the last attempt left. */
export function begunOf(seal: Seal, row: TransferRow): (Begun & { path: string }) | null {
  const { publication_id: id, part_path: path, part_to, part_tags: tags, part_breaks: breaks } = row
  return part_to && { path, to: seal.open<unknown>(part_to, partsFor(id)), tags, breaks }
}
