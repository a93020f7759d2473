import type { FastifyRequest } from 'fastify'
import { HOME_SPACES, SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import type { HomeSearch, HomeView } from '#contract/pages/data.ts'
import { spaces as calls } from '#contract/spaces.ts'
import { nullIfRefused } from './failure.ts'
import type { Language } from './http/context.ts'
import type { DatasetsModule } from './modules/datasets/index.ts'
import type { SettingService } from './modules/settings/index.ts'
import type { SpaceService } from './modules/spaces/index.ts'

const HOME_PATHS = ['/', '/text']
const { shape } = calls.list.input

export const isHome = (path: string) => HOME_PATHS.includes(path)

/** The search in the query string of the home page; invalid values are treated as absent. */
function searchOf(query: unknown): HomeSearch {
  const { q, type, tag, sort, after } = query as Record<string, unknown>
  const words = typeof q === 'string' ? q.trim().slice(0, SEARCH_TEXT_MAX) : ''
  // The home page does not list private spaces.
  const kind = shape.type.safeParse(type === 'private' ? '' : type || undefined).data ?? ''
  const tagName = shape.tag.safeParse(tag || undefined).data ?? ''
  const order = shape.sort.safeParse(sort || undefined)
  const isAsked = [words, kind, tagName, order.success && sort, after].some(Boolean)
  return { q: words, type: kind, tag: tagName, sort: sort && order.success ? order.data : 'hot', isAsked }
}

type Needs = {
  settings: Pick<SettingService, 'numbers'>
  spaces: Pick<SpaceService, 'list' | 'tags'>
  datasets: Pick<DatasetsModule, 'catalogue'>
}
type Caller = Parameters<SpaceService['list']>[1] & { language: Language }

/** Data of the home page; an unknown `?after=` cursor shows the first page. */
export async function homeViewOf(
  { settings, spaces, datasets }: Needs,
  request: FastifyRequest,
  caller: Caller,
): Promise<HomeView> {
  const search = searchOf(request.query)
  const { after } = request.query as Record<string, unknown>
  const { q, type, tag, sort } = search
  const asked = calls.list.input.parse({
    q: q || undefined,
    type: type || undefined,
    tag: tag || undefined,
    sort,
    order: sort === 'name' ? 'asc' : 'desc',
    size: HOME_SPACES,
  })
  const place = shape.after.safeParse(after).data
  const list = async () => {
    const continued = place ? await nullIfRefused(spaces.list({ ...asked, after: place }, caller)) : null
    return { ...(continued ?? (await spaces.list(asked, caller))), isFirst: continued === null }
  }
  const [numbers, tags, shown, latest] = await Promise.all([
    settings.numbers(),
    spaces.tags(),
    list(),
    search.isAsked ? [] : datasets.catalogue.latest(caller.language),
  ])
  return { search, numbers, tags, spaces: shown, latest }
}
