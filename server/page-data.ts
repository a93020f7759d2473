import type { FastifyRequest } from 'fastify'
import type { ParsedOf } from '#contract/operation.ts'
import type { PageData } from '#contract/page.ts'
import { spaces as calls } from '#contract/spaces.ts'
import { languageOf } from './http/texts.ts'
import { userInfoOf } from './modules/session/service.ts'
import type { SettingService } from './modules/settings/service.ts'
import type { SpaceService } from './modules/spaces/index.ts'

/** Spaces on the home page: one grid. */
const HOME_SPACES = 12
const HOME_PATHS = ['/', '/text']
const NO_NUMBERS = { spaces: 0, datasets: 0, files: 0, bytes: 0 }

/** The search that a home address carries; one that makes no sense is as none. */
function searchOf(request: FastifyRequest): ParsedOf<typeof calls.list> {
  const { q, type, tag, after } = request.query as Record<string, unknown>
  const asked = calls.list.input.safeParse({
    q: q || undefined,
    type: type || undefined,
    tag,
    after,
    size: HOME_SPACES,
    sort: 'used',
  })
  return asked.success ? asked.data : calls.list.input.parse({ size: HOME_SPACES, sort: 'used' })
}

/** Gathers what a public page shows; the home address may carry a search (`/?q=lake&type=public&tag=…`). */
export const pageDataOf =
  ({ settings, spaces }: { settings: SettingService; spaces: SpaceService }) =>
  async (request: FastifyRequest): Promise<PageData> => {
    const lang = languageOf(request)
    const isHome = HOME_PATHS.includes(request.url.split('?')[0] ?? '')
    const [site, guard, numbers, list] = await Promise.all([
      settings.basic(lang),
      settings.guard(),
      isHome ? settings.numbers() : NO_NUMBERS,
      isHome ? spaces.list(searchOf(request), request.actor) : { list: [] },
    ])
    const user = request.actor ? userInfoOf(request.actor) : null
    return { lang, site, numbers, spaces: list, user, guardId: guard.id }
  }
