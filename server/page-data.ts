import type { FastifyRequest } from 'fastify'
import { readMarkup } from '#contract/core/markup.ts'
import { Id } from '#contract/core/shapes.ts'
import { sitesOf } from '#contract/pages/callback.ts'
import type { InstitutionInfo, MachineData, OpenDatasetBoard, OpenReviewBoard, PageData } from '#contract/pages/data.ts'
import {
  boardIdOf,
  CATALOGUE_PATH,
  datasetBoardPlaceOf,
  datasetPlaceOf,
  spaceCodeOf,
  tabbedSpaceOf,
} from '#contract/pages/paths.ts'
import { ReviewAddress } from '#contract/reviews.ts'
import type { Institution } from '#contract/settings.ts'
import { nullIfRefused } from './failure.ts'
import { homeViewOf, isHome } from './home-data.ts'
import type { Language, SignedIn } from './http/context.ts'
import { ATTEMPT_COOKIE } from './http/cookies.ts'
import { storedLanguageOf } from './http/texts.ts'
import type { DatasetsModule } from './modules/datasets/index.ts'
import type { FilesModule } from './modules/files/index.ts'
import type { JoiningService } from './modules/joining/index.ts'
import type { MailService } from './modules/mails/index.ts'
import type { Methods } from './modules/methods/index.ts'
import type { NoticeService } from './modules/notices/index.ts'
import type { PublicationsModule } from './modules/publications/index.ts'
import type { RegistrationService } from './modules/registration/index.ts'
import type { Reports } from './modules/reports/index.ts'
import { userInfoOf } from './modules/session/index.ts'
import type { SettingService } from './modules/settings/index.ts'
import type { SharesModule } from './modules/shares/index.ts'
import type { SignInService } from './modules/sign-in/index.ts'
import type { SpaceService } from './modules/spaces/index.ts'
import { isShare, shareViewOf } from './share-data.ts'
import { spaceViewOf } from './space-data.ts'

/** Pages of spec section 2 where a sign-in through another site is completed. */
const PENDING = /^\/login-(cas|oauth|weixin|kjy)-(bind|perfect)$/

/** The reader of a page: a caller that must set up a second step first counts as not signed in. */
const readerOf = ({ actor }: FastifyRequest): SignedIn | null => (actor?.mustSetUp ? null : actor)
const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** Data that a page would request first, embedded in the page. */
async function arrivalOf(
  needs: Needs,
  request: FastifyRequest,
  lang: Language,
): Promise<Partial<PageData> & { machine?: MachineData }> {
  const { signIn, registration, joining, spaces, shares } = needs
  const path = pathOf(request)
  const reader = readerOf(request)
  const { code, space } = request.query as Record<string, unknown>
  if (isHome(path)) return { home: await homeViewOf(needs, request, { actor: reader, language: lang }) }
  if (path === CATALOGUE_PATH) return { catalogue: await needs.datasets.catalogue.view(request.query, lang) }
  const spaceCode = spaceCodeOf(path)
  if (spaceCode !== null) return { space: await spaceViewOf(needs, spaceCode, { request, reader, language: lang }) }
  const place = datasetPlaceOf(path)
  if (place) return datasetOf(needs, place, { request, language: lang, reader })
  const boardPlace = datasetBoardPlaceOf(path)
  if (boardPlace) return { datasetBoard: await datasetBoardOf(needs, boardPlace, reader) }
  const tabbed = tabbedSpaceOf(path)
  // The console answers the same for hidden and missing spaces; so does the status.
  if (tabbed !== null) return { isMissing: (await nullIfRefused(spaces.see(tabbed, reader))) === null }
  const boardId = boardIdOf(path)
  if (boardId !== null) {
    const id = Id.safeParse(boardId).data
    const { reading } = needs.reports
    const board = id && !reader && (await nullIfRefused(reading.openTo(id, { actor: null, request })))
    return board ? { board } : { isMissing: !id || !(await reading.isThere(id, reader)) }
  }
  if (isShare(path)) return { share: await shareViewOf(shares, request) }
  if (path === '/access' && typeof space === 'string')
    return { access: await nullIfRefused(spaces.access(space, reader)) }
  if (PENDING.test(path)) return { pending: await nullIfRefused(signIn.pending(request.cookies[ATTEMPT_COOKIE], lang)) }
  if (path === '/reset-password' && typeof code === 'string')
    return { link: await nullIfRefused(registration.checkReset({ code })) }
  if (path === '/review') {
    const { success, data } = ReviewAddress.safeParse(request.query)
    const asked = success && { ...data, address: request.ip }
    return { review: asked ? await nullIfRefused(needs.publications.byReviewLink(asked)) : null }
  }
  if (path === '/review/board') return { reviewBoard: await reviewBoardOf(needs, request, reader) }
  if (path === '/space-invitation' && typeof code === 'string')
    return { invitation: await nullIfRefused(joining.card({ code }, { actor: reader })) }
  return {}
}

/** A version, or the preview of a draft for those who edit it, at the address that it will have. */
async function datasetOf(
  { datasets, publications }: Pick<Needs, 'datasets' | 'publications'>,
  place: { id: string; number: number },
  reading: { request: FastifyRequest; language: Language; reader: SignedIn | null },
): Promise<Partial<PageData> & { machine?: MachineData }> {
  const { request, reader } = reading
  const draft = Id.safeParse((request.query as Record<string, unknown>).preview).data
  if (!draft || !reader) return datasets.pageOf(place, reading)
  const found = await nullIfRefused(publications.preview({ id: draft }, reader))
  const isHere = found?.version.datasetId === place.id && found.version.number === place.number
  return isHere ? { dataset: await datasets.previewOf(found, reading) } : datasets.pageOf(place, reading)
}

async function datasetBoardOf(
  { datasets }: Pick<Needs, 'datasets'>,
  { id, number, board }: { id: string; number: number; board: string },
  reader: SignedIn | null,
): Promise<OpenDatasetBoard | null> {
  const known = Id.safeParse(board).success
  const found = known ? await nullIfRefused(datasets.boardOf({ id, number }, board, reader)) : null
  if (!found) return null
  return { id, number, board, ...found }
}

async function reviewBoardOf(
  { publications }: Pick<Needs, 'publications'>,
  { query }: FastifyRequest,
  reader: SignedIn | null,
): Promise<OpenReviewBoard | null> {
  const { id, code, board } = query as Record<string, unknown>
  const known = Id.safeParse(board).data
  const place = typeof code === 'string' ? { code } : Id.safeParse(id).success ? { id: String(id) } : null
  const found = known && place && (await nullIfRefused(publications.boardOf(place, known, reader)))
  return found ? { place, board: known, ...found } : null
}

type Needs = {
  origin: () => string
  settings: SettingService
  notices: Pick<NoticeService, 'current'>
  mails: Pick<MailService, 'isSending'>
  spaces: SpaceService
  files: FilesModule
  methods: Pick<Methods, 'publicMethods'>
  signIn: Pick<SignInService, 'pending'>
  registration: Pick<RegistrationService, 'checkReset'>
  joining: Pick<JoiningService, 'card'>
  datasets: DatasetsModule
  publications: Pick<PublicationsModule, 'byReviewLink' | 'boardOf' | 'preview'>
  reports: Pick<Reports, 'reading' | 'publicBoards'>
  shares: SharesModule
}

/** The institution that runs the site; empty texts of this language fall back to the other language. */
function institutionOf({ name, address, ...rest }: Institution, lang: Language): InstitutionInfo | null {
  const { email, telephone, homepage } = rest
  const words = (text: { zh: string; en: string }) => text[lang] || text.zh || text.en
  if (!words(name)) return null
  return { name: words(name), address: words(address), email, telephone, homepage }
}

/** Collects the data of a public page; its address may carry a search (`/?q=lake&type=public&tag=…`) or a folder. */
export const pageDataOf =
  (needs: Needs) =>
  async (request: FastifyRequest): Promise<{ data: PageData; machine: MachineData | null }> => {
    const { settings, mails, methods, origin } = needs
    const lang = storedLanguageOf(request)
    const [site, notices, institution, guard, rules, shown, sendsMail, { machine = null, ...arrival }] =
      await Promise.all([
        settings.basic(lang),
        needs.notices.current(readerOf(request), lang),
        settings.institution(),
        settings.guard(),
        settings.accountRules(),
        methods.publicMethods(lang),
        mails.isSending(),
        arrivalOf(needs, request, lang),
      ])
    const registration = {
      isOpen: rules.isRegistrationOpen && rules.isPasswordSignInOn,
      needsInvitation: rules.needsInvitation,
    }
    const user = request.actor ? userInfoOf(request.actor) : null
    const data: PageData = {
      lang,
      origin: origin(),
      site,
      notices,
      foot: { copyright: readMarkup(site.copyright).nodes, clause: readMarkup(site.clause).nodes },
      institution: institutionOf(institution, lang),
      user,
      guardId: guard.id,
      methods: shown,
      isPasswordOn: rules.isPasswordSignInOn,
      registration,
      sendsMail,
      trustedSites: sitesOf(rules.trustedSites),
      ...arrival,
    }
    return { data, machine }
  }
