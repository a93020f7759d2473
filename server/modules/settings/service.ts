import type { AccountRules, SiteInfo, SiteNumbers } from '#contract/settings.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { SettingStore } from './store.ts'

/** The numbers of the home page may be this old. */
const NUMBERS_AGE_MS = 10_000

/** Anybody may register with a mailed link; nobody becomes an advanced user by the address until a suffix says so. */
const OPEN: AccountRules = {
  isRegistrationOpen: true,
  needsInvitation: false,
  seniorSuffixes: '',
  isPasswordSignInOn: true,
  secondStepRoles: [],
}

type Needs = {
  db: Db
  bus: Bus
  audit: Audit
  store: SettingStore
  now: () => Date
  newId: () => string
  version: string
}

export function settingService({ db, bus, audit, store, now, newId, version }: Needs) {
  let rules: AccountRules | null = null
  bus.on('settings', () => void (rules = null))
  bus.onGap(() => void (rules = null))

  let numbers: { value: SiteNumbers; atMs: number } | null = null

  /** Texts of ours in the caller's language; whatever the site has set goes before them. */
  async function basic(language: Language): Promise<SiteInfo> {
    const ours: SiteInfo = {
      dataSpaceName: textOf(language, 'settings.site.name'),
      logo: '/logo.svg',
      favicon: '/logo.svg',
      topic: 'celadon',
      copyright: textOf(language, 'settings.site.copyright', { year: now().getUTCFullYear() }),
      poweredBy: 'DataSpace',
      version,
      indexTitle: textOf(language, 'settings.site.title'),
      indexDescription: textOf(language, 'settings.site.description'),
      notice: textOf(language, 'settings.site.notice'),
    }
    return { ...ours, ...((await store.read('site')) as Partial<SiteInfo> | undefined) }
  }

  /** A fresh installation is set up from its first start: its id says so. Source: spec section 2, site-wide guard. */
  async function guard() {
    const id = (await store.readOrWrite('installation', newId())) as string
    return { id, org: '', isOpen: true }
  }

  async function siteNumbers(): Promise<SiteNumbers> {
    const atMs = now().getTime()
    if (!numbers || atMs - numbers.atMs > NUMBERS_AGE_MS) numbers = { value: await store.numbers(), atMs }
    return numbers.value
  }

  async function notice() {
    const content = (await store.read('updateNotice')) as string | undefined
    return { content: content ?? '' }
  }

  /** Asked with every sign-in, so kept until somebody changes them. */
  async function accountRules(): Promise<AccountRules> {
    if (rules && bus.isConnected()) return rules
    rules = { ...OPEN, ...((await store.read('accounts')) as Partial<AccountRules> | undefined) }
    return rules
  }

  async function setAccountRules(next: AccountRules, actor: SignedIn, caller: Caller): Promise<AccountRules> {
    const before = await accountRules()
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await store.write(tx, 'accounts', next)
      audit.record(tx, { action: 'accountRulesChanged', actor, caller, before, after: next })
    })
    rules = null
    await bus.publish('settings', {})
    return next
  }

  return { accountRules, setAccountRules, basic, guard, numbers: siteNumbers, notice }
}
export type SettingService = ReturnType<typeof settingService>
