import { ApiGroup } from './applications.ts'
import { archives } from './archives.ts'
import { calls } from './calls.ts'
import { capacity } from './capacity.ts'
import type { Operation } from './core/operation.ts'
import { dataSources } from './data-sources.ts'
import { dataViews } from './data-views.ts'
import { datasetBoards } from './dataset-boards.ts'
import { favourites } from './favourites.ts'
import { files, trash } from './files.ts'
import { imports } from './imports.ts'
import { institutions } from './institutions.ts'
import { instruments } from './instruments.ts'
import { joining } from './joining.ts'
import { journal } from './journal.ts'
import { legacyApi } from './legacy-api.ts'
import { metadata } from './metadata.ts'
import { preview } from './preview.ts'
import { publicationTemplates } from './publication-templates.ts'
import { publications } from './publications.ts'
import { registries } from './registries.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { rights } from './rights.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { shares } from './shares.ts'
import { sourceImports } from './source-imports.ts'
import { spaces } from './spaces.ts'
import { tableComments } from './table-comments.ts'
import { tableFiles } from './table-files.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { uploads } from './uploads.ts'
import { versions } from './versions.ts'

/**
 * Groups of operations that can be granted to applications together. Operations without a group can't be granted; a
 * test lists them explicitly.
 */
export const apiGroups = {
  readProfile: [session.current],
  readSpaces: [
    spaces.list,
    spaces.show,
    spaces.tags,
    spaces.access,
    spaces.transit,
    spaces.members,
    spaces.checkIdentifier,
    rights.defaults,
    rights.ofSpace,
    rights.why,
    journal.list,
    journal.active,
    journal.export,
    capacity.advice,
    instruments.list,
    instruments.show,
    instruments.find,
  ],
  manageSpaces: [
    spaces.create,
    spaces.edit,
    spaces.setType,
    spaces.resend,
    spaces.setMemberRole,
    spaces.removeMember,
    joining.requests,
    joining.answer,
    joining.people,
    joining.invite,
    joining.invitations,
    joining.revoke,
    rights.setOfSpace,
    capacity.ask,
    capacity.dropVersions,
    versions.rule,
    versions.setRule,
    instruments.create,
    instruments.edit,
    instruments.remove,
  ],
  readFiles: [
    files.page,
    files.list,
    files.show,
    files.content,
    files.thumb,
    files.zip,
    files.zipMany,
    files.conflicts,
    trash.list,
    search.find,
    archives.sums,
    favourites.of,
    versions.list,
    versions.content,
    versions.snapshots,
    versions.outlook,
    metadata.of,
    metadata.tags,
    metadata.templates,
    metadata.template,
    metadata.vocabularies,
    metadata.vocabulary,
    metadata.export,
    metadata.compare,
    preview.siblings,
  ],
  writeFiles: [
    files.create,
    files.rename,
    files.renameMany,
    files.move,
    files.copy,
    files.undoOverwrite,
    files.remove,
    files.unlock,
    trash.restore,
    trash.restoreMany,
    trash.purge,
    uploads.check,
    uploads.ver,
    uploads.chunk,
    uploads.pack,
    uploads.merge,
    uploads.cancel,
    archives.pack,
    archives.unpack,
    archives.verify,
    imports.spaces,
    imports.fromSpace,
    versions.describe,
    versions.restore,
    versions.remove,
    versions.write,
    versions.make,
    versions.forget,
    versions.restoreAll,
    metadata.add,
    metadata.tag,
    metadata.note,
    metadata.saveTemplate,
    metadata.removeTemplate,
    metadata.saveVocabulary,
    metadata.removeVocabulary,
    metadata.setFolder,
    metadata.apply,
  ],
  readTables: [
    tables.list,
    tables.show,
    tables.rows,
    tables.statistics,
    tables.groups,
    tables.compare,
    tables.tryFormula,
    tables.preview,
    tables.history,
    tables.changedCells,
    tables.moment,
    tables.find,
    tables.trashed,
    tableComments.list,
    tableComments.cells,
    tableFiles.export,
    tableFiles.misfits,
    calls.cancel,
  ],
  writeTables: [
    tables.create,
    tables.edit,
    tables.copy,
    tables.remove,
    tables.putBack,
    tables.change,
    tables.undo,
    tables.redo,
    tables.nameChange,
    tables.setView,
    tables.saveView,
    tables.removeView,
    tableComments.add,
    tableComments.reply,
    tableComments.edit,
    tableComments.resolve,
    tableComments.remove,
    tableFiles.upload,
    tableFiles.scan,
    tableFiles.import,
  ],
  readViews: [
    dataViews.list,
    dataViews.find,
    dataViews.show,
    dataViews.versions,
    dataViews.rows,
    dataViews.answer,
    dataViews.limits,
    dataViews.check,
    dataViews.join,
    dataViews.source,
    dataViews.lineage,
    dataViews.export,
    reports.list,
    reports.show,
    reports.board,
    reports.card,
    reports.offered,
    reports.versions,
    reports.version,
    reports.find,
    reports.alerts,
    reports.myAlerts,
  ],
  writeViews: [
    dataViews.create,
    dataViews.edit,
    dataViews.remove,
    reports.create,
    reports.edit,
    reports.publish,
    reports.withdraw,
    reports.nameVersion,
    reports.restore,
    reports.remove,
    reports.addAlert,
    reports.switchAlert,
    reports.removeAlert,
  ],
  exportData: [tableFiles.exportInto, dataViews.exportInto],
  importData: [
    dataSources.list,
    dataSources.show,
    sourceImports.list,
    sourceImports.show,
    sourceImports.run,
    sourceImports.runs,
    sourceImports.next,
  ],
  followTasks: [tasks.mine, tasks.ofSpace, tasks.counts, tasks.show, tasks.parts],
  manageTasks: [tasks.cancel, tasks.retry, tasks.remove],
  readPublications: [
    publications.list,
    publications.counts,
    publications.show,
    publications.selection,
    publications.check,
    publications.images,
    publications.boards,
    datasetBoards.board,
    datasetBoards.card,
    datasetBoards.offered,
    publications.links,
    publications.readme,
    publications.files,
    publications.content,
    publications.attachment,
    publicationTemplates.offered,
    registries.find,
    reviews.comments,
    reviews.attachments,
    reviews.attachment,
    reviews.differences,
    reviews.fileDifferences,
    reviews.rows,
    reviews.board,
    reviews.card,
    reviews.offered,
    institutions.offered,
    institutions.templates,
  ],
  publish: [
    publications.create,
    publications.save,
    publications.readMetadata,
    registries.add,
    publications.remove,
    publications.submit,
    publications.retransmit,
    publications.revoke,
    publications.newVersion,
    publications.setCstr,
    publications.correct,
    publications.copy,
    reviews.reply,
    reviews.resolve,
    reviews.apply,
  ],
  share: [
    shares.makeSpace,
    shares.makeFile,
    shares.makeBoard,
    shares.list,
    shares.ofSpace,
    shares.ofItem,
    shares.edit,
    shares.revoke,
    shares.visits,
    shares.receipts,
  ],
  legacyPeople: [legacyApi.register, legacyApi.userInfo],
  legacySpaces: [legacyApi.createSpace, legacyApi.invite],
  legacyInfo: [legacyApi.spaceDetails, legacyApi.spaceInfo, legacyApi.totals],
} as const satisfies Record<ApiGroup, readonly Operation[]>

/** Groups that applications may ask people for: the old form knows no consent. */
export const askableGroups = ApiGroup.options.filter((group) => !group.startsWith('legacy'))

const groupByOperation = new Map<Operation, ApiGroup>(
  (Object.entries(apiGroups) as [ApiGroup, readonly Operation[]][]).flatMap(([group, some]) =>
    some.map((operation) => [operation, group] as const),
  ),
)
/** The group by which an operation is granted; undefined for one that can't be granted. */
export const apiGroupOf = (operation: Operation): ApiGroup | undefined => groupByOperation.get(operation)
