import { expect, test } from 'vitest'
import { apiGroupOf, apiGroups } from '#contract/api-groups.ts'
import { ApiGroup } from '#contract/applications.ts'
import type { Operation } from '#contract/core/operation.ts'
import { operations } from '#contract/index.ts'

const nameOf = new Map<Operation, string>(operations.map(([name, operation]) => [operation, name]))

/** Of what a program with a token may call, the operations that no application is granted, by hand. */
const UNGRANTED = `
  session.login session.logout
  publications.mine publications.queue publications.claim publications.release publications.approve publications.reject publications.withdraw
  reviews.comment reviews.attach reviews.linkContent
  registration.captcha registration.register registration.invitation registration.resend registration.activate registration.requestReset registration.checkReset registration.reset registration.confirmBackup
  signIn.methods signIn.directory signIn.start signIn.callback signIn.post signIn.metadata signIn.pending signIn.bind signIn.bindByMail signIn.confirmBind signIn.complete signIn.second signIn.passkeyOptions signIn.passkey
  account.avatar
  notices.current notices.dismiss
  consents.token consents.revoke
  datasetAccess.mine datasetAccess.ask datasetAccess.withdraw datasetAccess.requests datasetAccess.answer datasetAccess.revoke
  settings.institution settings.spaceDefaults settings.approvalSwitches settings.picture settings.basic settings.guard settings.numbers settings.language settings.version
  spaces.remove
  joining.apply joining.withdraw joining.remind joining.card joining.respond joining.myInvitations joining.waiting
  approvals.pending approvals.mine approvals.withdraw
  messages.list messages.unread messages.read messages.readAll messages.muted messages.mute messages.remove
  trash.mine
  backups.items backups.ofSpace backups.restores
  protocols.addresses
  tables.look publications.look
  dataSources.create dataSources.edit dataSources.remove dataSources.test dataSources.databases dataSources.tables dataSources.look
  sourceImports.create sourceImports.edit sourceImports.remove sourceImports.setOn
  shares.received shares.forget
  shareAccess.info shareAccess.enter shareAccess.list shareAccess.content shareAccess.zip shareAccess.components shareAccess.data shareAccess.siblings shareAccess.thumb shareAccess.metadata shareAccess.board shareAccess.chart shareAccess.boardValues shareAccess.boardFile shareAccess.boxBegin shareAccess.boxCheck shareAccess.boxVer shareAccess.boxChunk shareAccess.boxMerge shareAccess.boxPack shareAccess.boxCancel shareAccess.boxReceipt
  favourites.favourite favourites.favourites favourites.recent favourites.opened
  imports.lookAtLink imports.fromLink imports.lookAtDrive imports.fromDrive imports.lookAtPublished imports.fromPublished imports.fromUrl
  preview.components preview.data preview.componentsPublic preview.dataPublic preview.bytes
  metadata.ofPublic
`

test('every operation is in one group, or is written down here as one that nobody is granted', () => {
  const ungranted = operations
    .filter(([, operation]) => operation.gate !== 'admin' && operation.guard !== 'session' && !apiGroupOf(operation))
    .map(([name]) => name)
  expect(ungranted.sort()).toEqual(UNGRANTED.trim().split(/\s+/).sort())
})

test('no operation is in two groups', () => {
  const all = ApiGroup.options.flatMap((group): readonly Operation[] => apiGroups[group])
  expect(all.length).toBe(new Set(all).size)
})

/** What each group lets an application do, by hand: as its name and its hint say, and no more. */
const VERBS: Record<ApiGroup, string> = {
  readProfile: `
    session.current`,
  readSpaces: `
    spaces.list spaces.show spaces.tags spaces.access spaces.transit spaces.members spaces.checkIdentifier
    rights.defaults rights.ofSpace rights.why journal.list journal.active journal.export capacity.advice
    instruments.list instruments.show instruments.find`,
  manageSpaces: `
    spaces.create spaces.edit spaces.setType spaces.resend spaces.setMemberRole spaces.removeMember joining.requests
    joining.answer joining.people joining.invite joining.invitations joining.revoke rights.setOfSpace capacity.ask
    capacity.dropVersions versions.rule versions.setRule instruments.create instruments.edit instruments.remove`,
  readFiles: `
    files.page files.list files.show files.content files.thumb files.zip files.zipMany files.conflicts trash.list
    search.find archives.sums favourites.of versions.list versions.content versions.snapshots versions.outlook
    metadata.of metadata.tags metadata.templates metadata.template metadata.vocabularies metadata.vocabulary
    metadata.export metadata.compare preview.siblings`,
  writeFiles: `
    files.create files.rename files.renameMany files.move files.copy files.undoOverwrite files.remove files.unlock
    trash.restore trash.restoreMany trash.purge uploads.check uploads.ver uploads.chunk uploads.pack uploads.merge
    uploads.cancel archives.pack archives.unpack archives.verify imports.spaces imports.fromSpace versions.describe
    versions.restore versions.remove versions.write versions.make versions.forget versions.restoreAll metadata.add
    metadata.tag metadata.note metadata.saveTemplate metadata.removeTemplate metadata.saveVocabulary
    metadata.removeVocabulary metadata.setFolder metadata.apply`,
  readTables: `
    tables.list tables.show tables.rows tables.statistics tables.groups tables.compare tables.tryFormula
    tables.preview tables.history tables.changedCells tables.moment tables.find tables.trashed tableComments.list
    tableComments.cells tableFiles.export tableFiles.misfits calls.cancel`,
  writeTables: `
    tables.create tables.edit tables.copy tables.remove tables.putBack tables.change tables.undo tables.redo
    tables.nameChange tables.setView tables.saveView tables.removeView tableComments.add tableComments.reply
    tableComments.edit tableComments.resolve tableComments.remove tableFiles.upload tableFiles.scan tableFiles.import`,
  readViews: `
    dataViews.list dataViews.find dataViews.show dataViews.versions dataViews.rows dataViews.answer dataViews.limits dataViews.check dataViews.join
    dataViews.source dataViews.lineage dataViews.export reports.list reports.show reports.board reports.card reports.offered reports.versions reports.version
    reports.find reports.alerts reports.myAlerts`,
  writeViews: `
    dataViews.create dataViews.edit dataViews.remove reports.create reports.edit reports.publish reports.withdraw
    reports.nameVersion reports.restore reports.remove reports.addAlert reports.switchAlert reports.removeAlert`,
  exportData: `
    tableFiles.exportInto dataViews.exportInto`,
  importData: `
    dataSources.list dataSources.show sourceImports.list sourceImports.show sourceImports.run sourceImports.runs
    sourceImports.next`,
  followTasks: `
    tasks.mine tasks.ofSpace tasks.counts tasks.show tasks.parts`,
  manageTasks: `
    tasks.cancel tasks.retry tasks.remove`,
  readPublications: `
    publications.list publications.counts publications.show publications.selection publications.check publications.images publications.boards datasetBoards.board datasetBoards.card datasetBoards.offered publications.links publications.readme
    publications.files publications.content publications.attachment publicationTemplates.offered registries.find
    reviews.comments reviews.attachments reviews.attachment reviews.differences reviews.fileDifferences reviews.rows reviews.board reviews.card reviews.offered institutions.offered
    institutions.templates`,
  publish: `
    publications.create publications.save publications.readMetadata registries.add publications.remove publications.submit publications.retransmit
    publications.revoke publications.newVersion publications.setCstr publications.correct publications.copy
    reviews.reply reviews.resolve reviews.apply`,
  legacyPeople: `
    legacyApi.register legacyApi.userInfo`,
  legacySpaces: `
    legacyApi.createSpace legacyApi.invite`,
  legacyInfo: `
    legacyApi.spaceDetails legacyApi.spaceInfo legacyApi.totals`,
  share: `
    shares.makeSpace shares.makeFile shares.makeBoard shares.list shares.ofSpace shares.ofItem shares.edit
    shares.revoke shares.visits shares.receipts`,
}

test.each(ApiGroup.options)('%s holds what its name and hint say', (group) => {
  const names = apiGroups[group].map((operation: Operation) => nameOf.get(operation))
  expect(names.join(' ')).toBe(VERBS[group].trim().split(/\s+/).join(' '))
})

test('whoever only reads changes nothing', () => {
  const reading = ApiGroup.options.filter((group) => /^(read|follow)/.test(group))
  const changing = reading.flatMap((group): readonly Operation[] => apiGroups[group]).filter(({ changes }) => changes)
  expect(changing.map((operation) => nameOf.get(operation))).toEqual([])
})

test('what administrators do, and what wants a person in the page, can be granted to nobody', () => {
  const granted = operations.filter(([, operation]) => apiGroupOf(operation))
  const wrong = granted.filter(([, { gate, guard, confirms }]) => gate === 'admin' || guard === 'session' || confirms)
  expect(wrong.map(([name]) => name)).toEqual([])
})
