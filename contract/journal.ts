import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'

/** Channels through which a journal entry can be made. */
export const Channel = z.enum(['web', 'token', 'share', 'webdav', 'ftp', 'sftp', 'job'])
export type Channel = z.infer<typeof Channel>

export const JournalGroup = z.enum(['file', 'member', 'space'])
export type JournalGroup = z.infer<typeof JournalGroup>

/**
 * Journal actions, by the capability whose locale file holds their texts (`journal.actions` and `journal.sentences`),
 * and by group.
 */
const table = {
  files: {
    file: [
      'uploaded',
      'replaced',
      'downloaded',
      'folderMade',
      'renamed',
      'moved',
      'copied',
      'movedIn',
      'movedOut',
      'copiedIn',
      'copiedOut',
      'trashed',
      'restored',
      'purged',
      'versionsDropped',
    ],
  },
  archives: { file: ['archived', 'extracted'] },
  imports: { file: ['imported'] },
  joining: {
    member: [
      'joinAsked',
      'joinWithdrawn',
      'joinPassed',
      'joinRejected',
      'invited',
      'invitationRevoked',
      'joined',
      'left',
      'removed',
      'roleChanged',
      'ownerChanged',
    ],
  },
  applications: { member: ['applicationAdmitted'] },
  spaces: { space: ['created', 'edited', 'typeChanged', 'statusChanged', 'entered'] },
  rights: { space: ['rightsChanged'] },
  backups: { space: ['backupRestored'] },
  capacity: { space: ['capacityAsked', 'capacityWithdrawn', 'capacityChanged'] },
  approvals: { space: ['resent', 'passed', 'rejected'] },
  journal: { space: ['journalExported'] },
  metadata: {
    file: ['metaChanged', 'tagsChanged', 'noteChanged', 'templateAssigned'],
    space: ['templateSaved', 'templateRemoved', 'vocabularySaved', 'vocabularyRemoved'],
  },
  tables: {
    file: [
      'tableMade',
      'tableEdited',
      'tableCopied',
      'tableTrashed',
      'tableRestored',
      'tablePurged',
      'tableChanged',
      'tableImported',
      'tableExported',
      'tableCommented',
      'tableCommentResolved',
      'tableCommentRemoved',
    ],
  },
  dataViews: { file: ['dataViewMade', 'dataViewEdited', 'dataViewPublished', 'dataViewExported', 'dataViewRemoved'] },
  reports: {
    file: [
      'reportEdited',
      'reportPublished',
      'reportWithdrawn',
      'reportRestored',
      'reportRemoved',
      'reportAlertAdded',
      'reportAlertRemoved',
    ],
  },
  dataSources: { space: ['dataSourceAdded', 'dataSourceEdited', 'dataSourceRemoved'] },
  publications: {
    file: [
      'publicationMade',
      'publicationRemoved',
      'publicationSubmitted',
      'publicationRevoked',
      'publicationCommented',
      'suggestionApplied',
      'publicationRejected',
      'publicationPublished',
      'publicationCorrected',
      'publicationWithdrawn',
      'accessGranted',
      'accessRefused',
      'accessRevoked',
    ],
  },
  instruments: { space: ['instrumentAdded', 'instrumentEdited', 'instrumentRemoved'] },
  shares: { file: ['shared', 'shareChanged', 'shareRevoked'] },
  versions: {
    file: ['textEdited', 'versionRestored', 'versionDescribed', 'versionsThinned'],
    space: ['versionMade', 'versionForgotten', 'wentBack', 'versionRuleChanged'],
  },
} as const satisfies Record<string, Partial<Record<JournalGroup, readonly string[]>>>
/** The actions of each capability. */
export const journalOwners = Object.fromEntries(
  Object.entries(table).map(([owner, groups]) => [owner, Object.values(groups).flat()]),
) as { [C in Owner]: ActionOf<C>[] }
type Table = typeof table
type Owner = keyof Table
type ActionOf<C extends Owner> = Table[C][keyof Table[C]] extends readonly (infer A extends string)[] ? A : never
export type JournalAction = { [C in Owner]: ActionOf<C> }[Owner]

// `Object.entries` loses the link between key and value types; `table` itself is type-checked.
const rows = Object.entries(table).flatMap(([owner, groups]) =>
  Object.entries(groups).flatMap(([group, actions]: [string, readonly string[]]) =>
    actions.map((action) => ({ owner, group, action })),
  ),
) as { owner: Owner; group: JournalGroup; action: JournalAction }[]
const actionsIn = (wanted: JournalGroup): readonly JournalAction[] =>
  rows.filter(({ group }) => group === wanted).map(({ action }) => action)

/** Journal actions by group. */
export const journalGroups = { file: actionsIn('file'), member: actionsIn('member'), space: actionsIn('space') }
export const JournalAction = z.enum([...journalGroups.file, ...journalGroups.member, ...journalGroups.space])

type Kind = 'actions' | 'sentences'
type WordsOf<K extends Kind> = { [C in Owner]: `${C}.journal.${K}.${ActionOf<C>}` }[Owner]
const ownerOf = new Map(rows.map(({ owner, action }) => [action, owner]))
/** Locale key of an action's name or sentence in the texts of its capability. */
export const journalKey = <K extends Kind>(kind: K, action: JournalAction): WordsOf<K> =>
  `${ownerOf.get(action)}.journal.${kind}.${action}` as WordsOf<K>

export const JournalEntry = z.object({
  id: z.string(),
  at: Timestamp,
  action: JournalAction,
  /**
   * The person who did it, with the name of that time and the current avatar; null: the system (channel `job`) or a
   * stranger.
   */
  actor: z.nullable(z.object({ personId: Id, personName: z.string(), avatar: z.string() })),
  channel: Channel,
  /**
   * The object of the action: a file, a person or a setting. `path` is the folder of a file (`/` for the root), '' for
   * everything else. `folder` is the id of the file's current folder: null when the file is gone, or the object is no
   * file. For several files `id` is the id of their folder.
   */
  item: z.object({ id: z.string(), name: z.string(), path: z.string(), folder: z.nullable(Id) }),
  /** The first names of several items; names that match the search come first. */
  names: z.array(z.string()),
  /** Further details, such as the new name or the role; shown as they are. */
  details: z.record(z.string(), z.string()),
  /** Number of items of this action. */
  count: Count,
})
export type JournalEntry = z.infer<typeof JournalEntry>

/** A person with their number of entries in a month. */
export const ActiveMember = z.object({ personId: Id, personName: z.string(), avatar: z.string(), count: Count })
export type ActiveMember = z.infer<typeof ActiveMember>

const filters = {
  group: z.optional(JournalGroup),
  action: z.optional(JournalAction),
  channel: z.optional(Channel),
  personId: z.optional(Id),
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /**
   * Entries from this moment (inclusive) until that one (exclusive), at most a month apart; by default the last month.
   */
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
}

export const journal = {
  list: operation({
    method: 'GET',
    path: '/spaces/:id/journal',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset, ...filters }),
    data: pageOf(JournalEntry),
    errors: ['spaceNotFound', 'spaceForbidden', 'journalWindow'],
  }),
  active: operation({
    method: 'GET',
    path: '/spaces/:id/active',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: z.array(ActiveMember),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  export: operation({
    method: 'GET',
    path: '/spaces/:id/journal/export',
    gate: 'signedIn',
    answers: 'bytes',
    input: z.object({ id: Id, ...filters }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceForbidden', 'journalWindow'],
  }),
}
