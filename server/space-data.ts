import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isFolder } from '#contract/core/directory.ts'
import { FOLDER_ROWS } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { Id, keyset } from '#contract/core/shapes.ts'
import type { FolderView, SpaceView } from '#contract/pages/data.ts'
import { nullIfRefused } from './failure.ts'
import type { Language, SignedIn } from './http/context.ts'
import type { DatasetsModule } from './modules/datasets/index.ts'
import type { FilesModule } from './modules/files/index.ts'
import type { Reports } from './modules/reports/index.ts'

type Files = Pick<FilesModule, 'pageOf' | 'find' | 'list'>
type Needs = {
  files: Files
  datasets: Pick<DatasetsModule, 'catalogue'>
  reports: Pick<Reports, 'publicBoards'>
}
/** Parts of the address: the folder shown, and the cursor in its list. */
const Place = z.object({ folder: z.optional(Id), after: keyset.after })

async function folderViewOf(
  files: Files,
  spaceId: string,
  { folder, after }: z.infer<typeof Place>,
  reader: SignedIn | null,
): Promise<FolderView | null> {
  const found = await nullIfRefused(files.find(spaceId, folder ?? 'root', reader))
  if (!found || !isFolder(found.record)) return null
  const asked = { spaceId, hash: found.record.hash, size: FOLDER_ROWS, sort: 'name', order: 'asc' } as const
  const by = { actor: reader }
  // An unknown cursor shows the first page.
  const page =
    (after ? await nullIfRefused(files.list({ ...asked, after }, by)) : null) ?? (await files.list(asked, by))
  const { hash, name } = found.record
  return { hash, name, above: found.above, ...page }
}

/** Data of a space's page for this reader; null when the reader may see nothing, whether or not the space exists. */
export async function spaceViewOf(
  { files, datasets, reports }: Needs,
  code: string,
  { request, reader, language }: { request: FastifyRequest; reader: SignedIn | null; language: Language },
): Promise<SpaceView | null> {
  const page = await nullIfRefused(files.pageOf(code, { actor: reader, address: request.ip }))
  if (!page) return null
  const mayJoin = can(reader, 'space.join', page.space)
  // Members of a space that is not public see its files in the console.
  const isOpen = page.space.type === 'public' && can(reader, 'space.read', page.space)
  if (!isOpen) return { ...page, mayJoin, folder: null, datasets: [], boards: [] }
  const place = Place.safeParse(request.query)
  const [folder, published, boards] = await Promise.all([
    place.success ? folderViewOf(files, page.space.id, place.data, reader) : null,
    datasets.catalogue.latest(language, page.space.identifier),
    reports.publicBoards(page.space.id),
  ])
  return folder && { ...page, mayJoin, folder, datasets: published, boards }
}
