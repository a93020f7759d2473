import type { FastifyRequest } from 'fastify'
import type { ParsedOf } from '#contract/operation.ts'
import type { PageData } from '#contract/page.ts'
import { spaces as calls } from '#contract/spaces.ts'
import { Failure } from './failure.ts'
import type { Language } from './http/context.ts'
import { ATTEMPT_COOKIE } from './http/cookies.ts'
import { storedLanguageOf } from './http/texts.ts'
import type { Methods } from './modules/methods/index.ts'
import type { RegistrationService } from './modules/registration/index.ts'
import { userInfoOf } from './modules/session/index.ts'
import type { SettingService } from './modules/settings/index.ts'
import type { SignInService } from './modules/sign-in/index.ts'
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

/** Pages of spec section 2 where somebody known elsewhere goes on. */
const PENDING = /^\/login-(cas|oauth|weixin|kjy)-(bind|perfect)$/

/** An expected refusal as null: the page says what it means. */
const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Failure) return null
    throw error
  })

/** What a page would ask first thing: it is there with the page. */
async function arrivalOf({ signIn, registration }: Needs, request: FastifyRequest, lang: Language) {
  const path = request.url.split('?')[0] ?? ''
  const { code } = request.query as Record<string, unknown>
  if (PENDING.test(path)) return { pending: await orNull(signIn.pending(request.cookies[ATTEMPT_COOKIE], lang)) }
  if (path === '/reset-password' && typeof code === 'string')
    return { link: await orNull(registration.checkReset({ code })) }
  return {}
}

type Needs = {
  settings: SettingService
  spaces: SpaceService
  methods: Pick<Methods, 'publicMethods'>
  signIn: Pick<SignInService, 'pending'>
  registration: Pick<RegistrationService, 'checkReset'>
}

/** The spaces of a home address; a place that no list has (`?after=…`) is as its beginning. */
async function listOf({ spaces }: Needs, request: FastifyRequest) {
  const actor = request.actor?.mustSetUp ? null : request.actor
  const search = searchOf(request)
  return (await orNull(spaces.list(search, actor))) ?? spaces.list({ ...search, after: undefined }, actor)
}

/** Gathers what a public page shows; the home address may carry a search (`/?q=lake&type=public&tag=…`). */
export const pageDataOf =
  (needs: Needs) =>
  async (request: FastifyRequest): Promise<PageData> => {
    const { settings, methods } = needs
    const lang = storedLanguageOf(request)
    const isHome = HOME_PATHS.includes(request.url.split('?')[0] ?? '')
    const [site, guard, rules, shown, numbers, list, arrival] = await Promise.all([
      settings.basic(lang),
      settings.guard(),
      settings.accountRules(),
      methods.publicMethods(lang),
      isHome ? settings.numbers() : NO_NUMBERS,
      isHome ? listOf(needs, request) : { list: [] },
      arrivalOf(needs, request, lang),
    ])
    const registration = {
      isOpen: rules.isRegistrationOpen && rules.isPasswordSignInOn,
      needsInvitation: rules.needsInvitation,
    }
    const user = request.actor ? userInfoOf(request.actor) : null
    return {
      lang,
      site,
      numbers,
      spaces: list,
      user,
      guardId: guard.id,
      methods: shown,
      isPasswordOn: rules.isPasswordSignInOn,
      registration,
      ...arrival,
    }
  }
