import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/core/operation.ts'
import { contract, operations } from '#contract/index.ts'
import type { Client } from '../support/client.ts'
import { buildWorld, type World } from '../support/world.ts'

const { account, files } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** What is open to everybody, written down by hand: an operation that is opened by mistake shows here. */
const OPEN = `
  session.login session.logout
  registration.captcha registration.register registration.invitation registration.resend registration.activate registration.requestReset registration.checkReset registration.reset registration.confirmBackup
  signIn.methods signIn.directory signIn.start signIn.callback signIn.post signIn.metadata signIn.pending signIn.bind signIn.bindByMail signIn.confirmBind signIn.complete signIn.second signIn.passkeyOptions signIn.passkey
  account.avatar
  consents.token consents.revoke
  legacyApi.register legacyApi.userInfo legacyApi.createSpace legacyApi.invite legacyApi.spaceDetails legacyApi.spaceInfo legacyApi.totals
  notices.current
  settings.basic settings.guard settings.numbers settings.language settings.institution settings.picture
  spaces.list spaces.show spaces.access spaces.tags
  joining.card
  files.page files.list files.show files.content files.zip files.zipMany files.thumb search.find archives.sums favourites.of
  versions.list versions.content
  metadata.of metadata.ofPublic metadata.tags metadata.template
  preview.components preview.data preview.componentsPublic preview.dataPublic preview.bytes preview.siblings
  shareAccess.info shareAccess.enter shareAccess.list shareAccess.content shareAccess.zip shareAccess.components shareAccess.data shareAccess.metadata shareAccess.siblings shareAccess.thumb
  shareAccess.boxBegin shareAccess.boxCheck shareAccess.boxVer shareAccess.boxChunk shareAccess.boxMerge shareAccess.boxPack shareAccess.boxCancel shareAccess.boxReceipt
  shareAccess.board shareAccess.boardFile shareAccess.boardValues shareAccess.chart
  reports.board reports.card reports.offered
  datasetBoards.board datasetBoards.card datasetBoards.offered
  reviews.linkContent reviews.board reviews.card reviews.offered
`

/** What belongs to administrators alone, by hand too. */
const ADMINISTRATION = [
  'users',
  'accountDeletions',
  'accountMerges',
  'applications',
  'webhooks',
  'methods',
  'mails',
  'audit',
  'managedSpaces',
  'savedFilters',
  'senders',
  'statistics',
  'traffic',
  'jobs',
  'health',
  'legalHolds',
]
const RULES = `
  settings.accountRules settings.setAccountRules settings.website settings.setWebsite settings.setInstitution
  settings.retention settings.setRetention
  settings.setSpaceDefaults settings.setApprovalSwitches settings.features settings.setFeatures
  rights.setDefaults
  notices.maintenance notices.setMaintenance notices.announcements notices.setAnnouncements
  approvals.list approvals.show approvals.waiting approvals.answer
  components.list components.install components.installFile components.edit components.turn components.remove
  personalData.showFor personalData.beginFor personalData.downloadFor
  instruments.all
  institutions.list institutions.create institutions.edit institutions.remove institutions.test
  backups.list backups.create backups.edit backups.setOn backups.remove backups.run backups.test backups.installation backups.setInstallationSchedule backups.runInstallation backups.stop backups.runs backups.copies
  publications.transfers publications.reviewers publications.addReviewer publications.removeReviewer
  publicationTemplates.list publicationTemplates.versions publicationTemplates.set publicationTemplates.read publicationTemplates.xml
  registries.list registries.edit registries.remove registries.merge registries.fill
`

const bare = (client: Client, { method, path }: Operation, headers: Record<string, string> = {}) =>
  client.fetch(`/api${path.replace(/:\w+/g, NOBODY)}`, { method, headers })
const errorOf = async (response: Response): Promise<string | undefined> => {
  const text = await response.text()
  return text.startsWith('{') ? (JSON.parse(text) as { error?: string }).error : undefined
}

type Caller = 'stranger' | 'ordinary' | 'advanced' | 'admin' | 'readToken' | 'writeToken' | 'adminToken'

/** The refusal of the guards that the table of roles says, or null: what is asked then is another rule's business. */
function guardOf(caller: Caller, { gate, guard, changes }: Operation): string | null {
  if (gate === 'public') return caller === 'readToken' && changes ? 'tokenReadsOnly' : null
  if (caller === 'stranger') return 'notSignedIn'
  if (gate === 'admin' && !['admin', 'adminToken'].includes(caller)) return 'forbidden'
  if (caller === 'readToken' && changes) return 'tokenReadsOnly'
  const isProgram = caller.endsWith('Token')
  return isProgram && (guard === 'session' || gate === 'admin') ? 'sessionOnly' : null
}
const GUARD_REFUSALS = ['notSignedIn', 'forbidden', 'sessionOnly', 'tokenReadsOnly', 'sessionExpired', 'tokenMismatch']

async function headersFor(world: World, caller: Caller): Promise<[Client, Record<string, string>]> {
  const who = { stranger: 'stranger', ordinary: 'ordinary', advanced: 'owner', admin: 'admin' } as const
  if (caller in who) return [await world.as(who[caller as keyof typeof who]), {}]
  const person = await world.as(caller === 'adminToken' ? 'admin' : 'owner')
  const scope = caller === 'readToken' ? 'read' : 'write'
  const { token } = await person.data(account.addToken, { name: caller, scope, validityDays: 1 })
  return [await world.as('stranger'), { authorization: `Bearer ${token}` }]
}

describe('the table of roles', () => {
  test('says of every operation by hand who may knock', () => {
    const open = OPEN.trim().split(/\s+/)
    const named = (gate: string) => operations.filter(([, operation]) => operation.gate === gate).map(([name]) => name)
    expect(named('public').sort()).toEqual(open.sort())
    const administration = named('admin')
    const meant = operations
      .map(([name]) => name)
      .filter((name) => ADMINISTRATION.includes(name.split('.')[0] ?? '') || RULES.trim().split(/\s+/).includes(name))
    expect(administration).toEqual(meant)
  })

  test.each<Caller>(['stranger', 'ordinary', 'advanced', 'admin', 'readToken', 'writeToken', 'adminToken'])(
    '%s gets past exactly the guards that it says',
    async (caller) => {
      const world = await buildWorld()
      const [client, headers] = await headersFor(world, caller)
      const wrong: string[] = []
      // Ending a session, or every session, would change who is asking.
      const rows = operations.filter(([name]) => name !== 'session.logout' && !name.startsWith('account.endO'))
      for (const [name, operation] of rows) {
        const error = await errorOf(await bare(client, operation, headers))
        const guard = error && GUARD_REFUSALS.includes(error) ? error : null
        if (guard !== guardOf(caller, operation))
          wrong.push(`${name}: ${guard} instead of ${guardOf(caller, operation)}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

test('whatever is open tells a stranger nothing of private spaces, accounts or settings', async () => {
  const world = await buildWorld()
  const { id, root, identifier } = await world.space({ name: 'Hidden-lake', introduction: 'Unpublished-find' })
  const owner = await world.as('owner')
  await owner.data(files.create, { spaceId: id, hash: root, path: 'Secret-folder' })
  const stranger = await world.as('stranger')
  const guesses: Record<string, unknown> = {
    id,
    spaceId: id,
    hash: root,
    hashList: root,
    url: identifier,
    code: identifier,
    identifier,
    q: 'Hidden',
    su: '',
    name: 'x',
    lang: 'en_US',
    kind: 'words',
  }
  const open = operations.filter(([, { gate, method }]) => gate === 'public' && method === 'GET')
  expect(open.length).toBeGreaterThan(15)
  for (const [name, operation] of open) {
    const shape = Object.keys((operation.input as unknown as { shape: object }).shape)
    const input = Object.fromEntries(Object.entries(guesses).filter(([field]) => shape.includes(field)))
    const text = await (await stranger.send(operation, input as never)).text()
    expect([name, /Hidden-lake|Unpublished-find|Secret-folder|@lab\.test|argon2/.exec(text)?.[0]]).toEqual([
      name,
      undefined,
    ])
  }
})
