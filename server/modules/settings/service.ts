import type { AuditAction } from '#contract/audit.ts'
import { BANNER_PX, LOGO_PX } from '#contract/core/limits.ts'
import { defaultFlags } from '#contract/core/policy.ts'
import type { Announcements, Maintenance } from '#contract/notices.ts'
import type { Agreement } from '#contract/people.ts'
import type { RoleFlags } from '#contract/rights.ts'
import {
  type AccountRules,
  ApprovalSwitches,
  type Feature,
  Features,
  type Institution,
  Retention,
  type SiteInfo,
  type SiteNumbers,
  SpaceDefaults,
  type Website,
} from '#contract/settings.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { remembered } from '#server/storage/remembered.ts'
import { PATH, type Pictures } from './picture-store.ts'
import { NO_INSTITUTION, OUR_WEBSITE, siteInfoOf, versionOf } from './site.ts'
import type { SettingStore } from './store.ts'

/** Maximum age of the numbers on the home page. */
const NUMBERS_AGE_MS = 10_000

/** The rules before anybody sets them: registration is open, by a mailed link, and no suffix makes advanced users. */
const OPEN: AccountRules = {
  isRegistrationOpen: true,
  needsInvitation: false,
  seniorSuffixes: '',
  isPasswordSignInOn: true,
  secondStepRoles: [],
  trustedSites: '',
}

const NO_MAINTENANCE: Maintenance = { mode: 'off', message: { zh: '', en: '' }, from: null }
const NO_ANNOUNCEMENTS: Announcements = { list: [] }

/** The settings by key: the value before anybody sets one, and the action that a change has in the audit log. */
const sections = {
  accounts: { first: OPEN, action: 'accountRulesChanged' },
  website: { first: OUR_WEBSITE, action: 'websiteChanged' },
  institution: { first: NO_INSTITUTION, action: 'institutionChanged' },
  spaceDefaults: { first: SpaceDefaults.parse({}), action: 'spaceDefaultsChanged' },
  retention: { first: Retention.parse({}), action: 'retentionChanged' },
  approvals: { first: ApprovalSwitches.parse({}), action: 'approvalSwitchesChanged' },
  features: { first: Features.parse({}), action: 'featuresChanged' },
  maintenance: { first: NO_MAINTENANCE, action: 'maintenanceChanged' },
  announcements: { first: NO_ANNOUNCEMENTS, action: 'announcementsChanged' },
  defaultRights: {
    first: { senior: defaultFlags('senior'), normal: defaultFlags('normal') },
    action: 'defaultRightsChanged',
  },
} as const satisfies Record<string, { first: object; action: AuditAction }>
type Sections = {
  accounts: AccountRules
  website: Website
  institution: Institution
  spaceDefaults: SpaceDefaults
  retention: Retention
  approvals: ApprovalSwitches
  features: Features
  maintenance: Maintenance
  announcements: Announcements
  defaultRights: RoleFlags
}

type Needs = {
  db: Db
  bus: Bus
  audit: Audit
  store: SettingStore
  pictures: Pick<Pictures, 'draw' | 'keep' | 'spare'>
  now: () => Date
  newId: () => string
  version: string
}

export function settingService({ db, bus, audit, store, pictures, now, newId, version }: Needs) {
  /** Settings are read for every page and sign-in, so they are cached until one changes. */
  const kept = new Map<keyof Sections, unknown>()
  // Counts the resets of the cache, so that a value read before a reset is not cached after it.
  let forgotten = 0
  let installation: string | null = null
  const forget = () => {
    forgotten += 1
    kept.clear()
  }
  bus.on('settings', forget)
  bus.onGap(() => {
    forget()
    installation = null
  })

  async function read<Key extends keyof Sections>(key: Key): Promise<Sections[Key]> {
    const known = kept.get(key)
    if (known && bus.isConnected()) return known as Sections[Key]
    const before = forgotten
    const value = { ...sections[key].first, ...((await store.read(key)) as object | undefined) } as Sections[Key]
    if (before === forgotten) kept.set(key, value)
    return value
  }

  async function set<Key extends keyof Sections>(
    key: Key,
    { actor, caller }: By,
    after: Sections[Key],
    prepare: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<Sections[Key]> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await prepare(tx)
      const stored = (await store.lockOrNone(tx, key)) as Partial<Sections[Key]> | undefined
      const before = { ...sections[key].first, ...stored } as Sections[Key]
      await store.write(tx, key, after)
      audit.record(tx, { action: sections[key].action, actor, caller, before, after })
    })
    // After the commit. This node has also dropped its cache before it answers, so no session continues under old
    // rules.
    await bus.publish('settings', { section: key })
    return after
  }

  /** The site's texts in the caller's language; a text that the site has set replaces the built-in one. */
  const basic = async (language: Language): Promise<SiteInfo> =>
    siteInfoOf(await read('website'), language, {
      version,
      year: now().getUTCFullYear(),
      features: await read('features'),
      retention: await read('retention'),
    })

  /**
   * What somebody agrees to who names the version of the terms that they read, in either language; null while there are
   * none in theirs. Throws clauseNeeded, clauseChanged.
   */
  async function agreement(version: string | undefined, language: Language): Promise<Agreement | null> {
    const { clause } = await read('website')
    if (version && [clause.zh, clause.en].map(versionOf).includes(version)) return { version, at: now().toISOString() }
    if (!clause[language]) return null
    throw new Failure(version ? 'clauseChanged' : 'clauseNeeded')
  }

  /** A picture is given as its known address, or as a new `data:` address, which is redrawn and stored. */
  async function setWebsite(given: Website, by: By): Promise<Website> {
    // Redrawn before anything is locked, because it takes long.
    const logo = await pictureOf(given.logo, { width: LOGO_PX, height: LOGO_PX }, by)
    const banner = await pictureOf(given.banner, BANNER_PX, by)
    return set('website', by, { ...given, logo: logo.address, banner: banner.address }, async (tx) => {
      await logo.keep(tx)
      await banner.keep(tx)
    })
  }
  async function pictureOf(given: string, size: { width: number; height: number }, { actor }: By) {
    if (given.startsWith('data:')) {
      const drawn = await pictures.draw(given, size, actor.id)
      return { address: drawn.address, keep: (tx: Tx) => pictures.keep(tx, drawn) }
    }
    const isKept = given.startsWith(PATH)
    return { address: given, keep: async (tx: Tx) => (isKept ? pictures.spare(tx, given) : undefined) }
  }

  /** Wraps the handler of an operation that exists only while a feature is on. The handler throws featureOff. */
  const whileOn =
    <Args extends unknown[], Answer>(feature: Feature, run: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      if (!(await read('features'))[feature]) throw new Failure('featureOff')
      return run(...args)
    }

  /** The id of the installation, created at first use, and its name. Source: spec section 2, site-wide guard. */
  async function guard() {
    installation ??= (await store.readOrWrite('installation', newId())) as string
    const { name } = await read('institution')
    return { id: installation, org: name.zh || name.en, isOpen: true }
  }

  const siteNumbers = remembered<null, SiteNumbers>(NUMBERS_AGE_MS, now, () => store.numbers())

  return {
    basic,
    guard,
    numbers: () => siteNumbers(null),
    notice: async (language: Language) => ({ content: (await read('website')).updateNotice[language] }),
    accountRules: () => read('accounts'),
    setAccountRules: (next: AccountRules, by: By) => set('accounts', by, next),
    website: () => read('website'),
    setWebsite,
    agreement,
    institution: () => read('institution'),
    setInstitution: (next: Institution, by: By) => set('institution', by, next),
    spaceDefaults: () => read('spaceDefaults'),
    setSpaceDefaults: (next: SpaceDefaults, by: By) => set('spaceDefaults', by, next),
    retention: () => read('retention'),
    setRetention: (next: Retention, by: By) => set('retention', by, next),
    approvalSwitches: () => read('approvals'),
    setApprovalSwitches: (next: ApprovalSwitches, by: By) => set('approvals', by, next),
    features: () => read('features'),
    setFeatures: (next: Features, by: By) => set('features', by, next),
    maintenance: () => read('maintenance'),
    setMaintenance: (next: Maintenance, by: By) => set('maintenance', by, next),
    announcements: () => read('announcements'),
    setAnnouncements: (next: Announcements, by: By) => set('announcements', by, next),
    whileOn,
    /** The flags that the roles get in new spaces. */
    defaultFlags: () => read('defaultRights'),
    setDefaultFlags: (next: RoleFlags, by: By) => set('defaultRights', by, next),
  }
}
export type SettingService = ReturnType<typeof settingService>
