import { VERSION_RULE } from '#contract/core/limits.ts'
import type { InputOf, Operation } from '#contract/core/operation.ts'
import { type Flag, flags } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import type { Client } from './client.ts'

const {
  archives,
  dataViews,
  metadata,
  files,
  imports,
  favourites,
  preview,
  search,
  shares,
  tableComments,
  tableFiles,
  tables,
  tasks,
  trash,
  versions,
} = contract

/**
 * The permissions that an operation needs, written by hand from the specification (section 6), the issue and the flag
 * table, independently of `contract/core/policy.ts`. EDIT, DOWN, DEL and SHARE are pairs of flags (own, other); `see`
 * is knowing that the space exists, `oversee` what members and administrators may do, `member` what members alone may.
 */
export type Need =
  | ('read' | 'see' | 'oversee' | 'member' | 'senior' | 'owner' | 'mine' | 'mineOrOwner')
  | ('EDIT' | 'DOWN' | 'DEL' | 'SHARE')
  | ('F_MAKE' | 'F_OTHER_IM' | 'F_OTHER_BAIDU' | 'F_SHAR_SPACE' | 'S_CONF_INFO')
  | ('T_CREATE' | 'T_EDIT' | 'T_CREATE or T_EDIT' | 'T_DELETE')

/** Where a case is tried: an item with its related records, and a second space with an item of the same name. */
export type Spot = {
  spaceId: string
  identifier: string
  file: string
  folder: string
  parent: string
  name: string
  /** Ids of an ended and a waiting task, and of an active and an ended link. */
  ended: string
  waiting: string
  live: string
  revoked: string
  link: string
  /** Name of a table of the space. */
  table: string
  other: { spaceId: string; root: string; file: string }
}
export type PermissionCase = {
  needs: readonly Need[]
  /** The error for a member who lacks the permission. */
  refusal?: string
  /** The error for a caller with permission, because the target does not exist; nothing changes for the next caller. */
  expected?: string
  /** Must not run in parallel with other cases. */
  isAlone?: true
  gate: 'public' | 'signedIn'
  run: (client: Client, spot: Spot, owner: Client) => Promise<Response>
}
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const fields = [{ key: 'Depth', kind: 'number', isRequired: false }] as const

type Rest = Partial<Pick<PermissionCase, 'refusal' | 'expected'>>
const permissionCase = <O extends Operation>(
  operation: O,
  needs: readonly Need[],
  input: (spot: Spot) => InputOf<O>,
  rest: Rest = {},
): PermissionCase => ({
  ...rest,
  needs,
  gate: operation.gate === 'public' ? 'public' : 'signedIn',
  run: (client, spot) => client.send(operation, input(spot)),
})
const inSpace = ({ spaceId }: Spot) => ({ spaceId })
const ofFile = ({ spaceId, file }: Spot) => ({ spaceId, hash: file })
const listed = ({ spaceId, file }: Spot) => ({ spaceId, hashList: [file] })
const toSame = ({ spaceId, file, parent }: Spot) => ({ spaceId, hash: file, target: parent })
const toOther = ({ spaceId, file, other }: Spot) => ({
  spaceId,
  hash: file,
  toSpaceId: other.spaceId,
  target: other.root,
})
/** A table that is not there: whoever may do it learns that, and nothing changes. */
const noTable = ({ spaceId }: Spot) => ({ spaceId, id: NOWHERE })
const TABLE_GONE = { expected: 'tableGone' }
/** A file of tables that nobody sent. */
const NO_UPLOAD = { from: 'upload' as const, id: NOWHERE }
const IMPORTED = {
  source: NO_UPLOAD,
  headings: ['a'],
  columns: [{ index: 0, name: 'a', type: 'text' as const }],
  misfits: 'refuse' as const,
}
const VIEW_GONE = { expected: 'dataViewGone' }
/** A query over a table that is not there. */
export const NO_QUERY = {
  query: {
    base: { kind: 'table' as const, id: NOWHERE },
    fields: [{ key: 'f1', name: 'x', from: { kind: 'column' as const, source: 0, column: '1' } }],
  },
}
const drive = { kind: 'webdav', server: 'http://drive.invalid/', user: '', secret: '' } as const

export const permissionCases: Readonly<Record<string, PermissionCase>> = {
  'files.content': permissionCase(files.content, ['read'], ofFile),
  'files.content, saved': permissionCase(files.content, ['DOWN'], (spot) => ({ ...ofFile(spot), download: '1' })),
  'files.zip': permissionCase(files.zip, ['DOWN'], ({ spaceId, folder }) => ({ spaceId, hash: folder })),
  'files.zipMany': permissionCase(files.zipMany, ['DOWN'], ({ spaceId, folder }) => ({ spaceId, hash: folder })),
  'files.thumb': permissionCase(files.thumb, ['read'], ofFile, { expected: 'fileGone' }),
  'files.rename': permissionCase(files.rename, ['EDIT'], (spot) => ({ ...ofFile(spot), name: spot.name })),
  'files.renameMany': permissionCase(files.renameMany, ['EDIT'], ({ spaceId, file, name }) => ({
    spaceId,
    renames: [{ hash: file, name }],
  })),
  'files.move': permissionCase(files.move, ['F_MAKE', 'EDIT'], toSame),
  'files.copy': permissionCase(files.copy, ['F_MAKE', 'DOWN'], toSame, { expected: 'fileNameTaken' }),
  'files.move to another space': permissionCase(files.move, ['EDIT', 'DEL', 'DOWN'], toOther, {
    expected: 'fileNameTaken',
  }),
  'files.copy to another space': permissionCase(files.copy, ['DOWN'], toOther, { expected: 'fileNameTaken' }),
  'files.undoOverwrite': permissionCase(
    files.undoOverwrite,
    ['EDIT'],
    ({ spaceId, file }) => ({ spaceId, former: [{ hash: file, version: 9 }] }),
    { expected: 'versionGone' },
  ),
  'files.remove': {
    needs: ['DEL'],
    gate: 'signedIn',
    isAlone: true,
    run: async (client, { spaceId, file }, owner) => {
      const response = await client.send(files.remove, { spaceId, hashList: [file] })
      if (!response.ok) return response
      const { data } = (await response.clone().json()) as { data: { list: { trashId: string }[] } }
      await owner.data(trash.restore, { spaceId, id: data.list[0]?.trashId ?? '' })
      return response
    },
  },
  'favourites.of': permissionCase(favourites.of, ['read'], ({ spaceId, file }) => ({ spaceId, hashes: [file] })),
  'favourites.favourite': permissionCase(favourites.favourite, ['read'], (spot) => ({ ...listed(spot), isOn: true })),
  'favourites.opened': permissionCase(favourites.opened, ['read'], ofFile),
  'archives.pack': permissionCase(archives.pack, ['F_MAKE', 'DOWN'], (spot) => ({
    ...listed(spot),
    target: spot.parent,
    name: 'a',
    format: 'zip' as const,
  })),
  'archives.unpack': permissionCase(archives.unpack, ['F_MAKE', 'DOWN'], ofFile, { expected: 'archiveUnknown' }),
  'archives.verify': permissionCase(archives.verify, ['oversee', 'DOWN'], listed),
  'archives.sums': permissionCase(archives.sums, ['read'], ofFile),
  'versions.list': permissionCase(versions.list, ['read'], ofFile),
  'versions.content': permissionCase(versions.content, ['read'], (spot) => ({ ...ofFile(spot), number: 1 })),
  'versions.content, saved': permissionCase(versions.content, ['DOWN'], (spot) => ({
    ...ofFile(spot),
    number: 1,
    download: '1',
  })),
  'versions.describe': permissionCase(versions.describe, ['EDIT'], (spot) => ({
    ...ofFile(spot),
    number: 1,
    name: 'first',
  })),
  'versions.restore': permissionCase(versions.restore, ['EDIT'], (spot) => ({ ...ofFile(spot), number: 9 }), {
    expected: 'versionGone',
  }),
  'versions.remove': permissionCase(versions.remove, ['DEL'], (spot) => ({ ...ofFile(spot), numbers: [9] }), {
    expected: 'versionGone',
  }),
  'versions.write': permissionCase(versions.write, ['EDIT'], (spot) => ({ ...ofFile(spot), base: '0'.repeat(64) }), {
    expected: 'fileChanged',
  }),
  'versions.snapshots': permissionCase(versions.snapshots, ['read'], inSpace),
  'versions.make': permissionCase(versions.make, ['senior'], ({ spaceId }) => ({ spaceId, hash: NOWHERE, name: 'x' }), {
    expected: 'folderGone',
  }),
  'versions.forget': permissionCase(versions.forget, ['senior'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    expected: 'snapshotGone',
  }),
  'versions.outlook': permissionCase(versions.outlook, ['senior'], inSpace),
  'versions.restoreAll': permissionCase(
    versions.restoreAll,
    ['senior'],
    ({ spaceId }) => ({ spaceId, snapshotId: NOWHERE, extras: 'keep' as const }),
    { expected: 'snapshotGone' },
  ),
  'versions.rule': permissionCase(versions.rule, ['read'], inSpace),
  'versions.setRule': permissionCase(versions.setRule, ['owner'], ({ spaceId }) => ({ spaceId, rule: VERSION_RULE })),
  'metadata.of': permissionCase(metadata.of, ['read'], ofFile),
  'metadata.ofPublic': permissionCase(metadata.ofPublic, ['read'], ({ identifier, file }) => ({
    url: identifier,
    hash: file,
  })),
  'metadata.add': permissionCase(metadata.add, ['EDIT'], (spot) => ({ ...ofFile(spot), data: [], id: NOWHERE }), {
    expected: 'metadataChanged',
  }),
  'metadata.tag': permissionCase(metadata.tag, ['EDIT'], (spot) => ({ ...listed(spot), remove: ['none'] })),
  'metadata.tags': permissionCase(metadata.tags, ['read'], inSpace),
  'metadata.note': permissionCase(metadata.note, ['EDIT'], (spot) => ({ ...ofFile(spot), note: '' })),
  'metadata.templates': permissionCase(metadata.templates, ['read'], inSpace),
  'metadata.template': permissionCase(metadata.template, ['read'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    expected: 'templateGone',
  }),
  'metadata.saveTemplate': permissionCase(
    metadata.saveTemplate,
    ['S_CONF_INFO'],
    ({ spaceId }) => ({ spaceId, id: NOWHERE, stamp: NOWHERE, name: 'x', fields: [...fields] }),
    { expected: 'templateGone' },
  ),
  'metadata.removeTemplate': permissionCase(
    metadata.removeTemplate,
    ['S_CONF_INFO'],
    ({ spaceId }) => ({ spaceId, id: NOWHERE }),
    {
      expected: 'templateGone',
    },
  ),
  'metadata.vocabularies': permissionCase(metadata.vocabularies, ['read'], inSpace),
  'metadata.vocabulary': permissionCase(metadata.vocabulary, ['read'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    expected: 'vocabularyGone',
  }),
  'metadata.saveVocabulary': permissionCase(
    metadata.saveVocabulary,
    ['S_CONF_INFO'],
    ({ spaceId }) => ({ spaceId, id: NOWHERE, stamp: NOWHERE, name: 'x', terms: ['a'] }),
    { expected: 'vocabularyGone' },
  ),
  'metadata.removeVocabulary': permissionCase(
    metadata.removeVocabulary,
    ['S_CONF_INFO'],
    ({ spaceId }) => ({ spaceId, id: NOWHERE }),
    {
      expected: 'vocabularyGone',
    },
  ),
  'metadata.setFolder': permissionCase(
    metadata.setFolder,
    ['S_CONF_INFO'],
    (spot) => ({ ...ofFile(spot), templateId: null }),
    {
      expected: 'folderGone',
    },
  ),
  'metadata.export': permissionCase(metadata.export, ['read'], (spot) => ({ ...inSpace(spot), form: 'csv' as const })),
  'metadata.compare': permissionCase(metadata.compare, ['read'], inSpace, { expected: 'sheetEmpty' }),
  'metadata.apply': permissionCase(metadata.apply, ['oversee', 'read'], ({ spaceId, file }) => ({
    spaceId,
    name: 'a.csv',
    changes: [
      { hash: file, path: '', stamp: null, cells: [{ column: 'note' as const, key: '', before: '', after: 'x' }] },
    ],
  })),
  'search.find': permissionCase(search.find, ['read'], ({ spaceId }) => ({ spaceId, q: 'csv' })),
  'preview.components': permissionCase(preview.components, ['read'], ofFile),
  'preview.componentsPublic': permissionCase(preview.componentsPublic, ['read'], ({ identifier, file }) => ({
    url: identifier,
    hash: file,
  })),
  'preview.dataPublic': permissionCase(preview.dataPublic, ['read'], ({ identifier, file }) => ({
    url: identifier,
    hash: file,
    componentId: 'csv',
  })),
  'preview.siblings': permissionCase(preview.siblings, ['read'], ({ spaceId, file }) => ({
    spaceId,
    q: file,
    su: 'csv',
  })),
  'preview.bytes': {
    needs: ['read'],
    gate: 'public',
    run: async (client, spot) => {
      const response = await client.send(preview.data, { ...ofFile(spot), componentId: 'csv' })
      if (!response.ok) return response
      const { data } = (await response.json()) as { data: { fileUrl: string[] } }
      return fetch(client.origin + (data.fileUrl[0] ?? ''))
    },
  },
  'imports.spaces': permissionCase(imports.spaces, ['see'], inSpace),
  'imports.fromSpace': permissionCase(imports.fromSpace, ['F_MAKE', 'F_OTHER_IM'], ({ spaceId, other }) => ({
    spaceId,
    sourceSpaceId: other.spaceId,
    hashList: [other.file],
  })),
  'imports.fromLink': permissionCase(imports.fromLink, ['F_MAKE', 'F_OTHER_IM'], ({ spaceId, link }) => ({
    spaceId,
    linkUrl: link,
  })),
  'imports.fromDrive': permissionCase(imports.fromDrive, ['F_MAKE', 'F_OTHER_BAIDU'], ({ spaceId }) => ({
    spaceId,
    drive,
    paths: ['a/'],
  })),
  'imports.fromPublished': permissionCase(
    imports.fromPublished,
    ['F_MAKE', 'F_OTHER_BAIDU'],
    ({ spaceId }) => ({
      spaceId,
      address: 'nowhere',
    }),
    { expected: 'publishedLinkWrong' },
  ),
  'imports.fromUrl': permissionCase(imports.fromUrl, ['F_MAKE', 'F_OTHER_BAIDU'], ({ spaceId }) => ({
    spaceId,
    urls: ['http://drive.invalid/a.csv'],
  })),
  'dataViews.list': permissionCase(dataViews.list, ['read'], inSpace),
  'dataViews.create': permissionCase(
    dataViews.create,
    ['T_CREATE'],
    ({ spaceId, table }) => ({ spaceId, name: table, definition: NO_QUERY }),
    { expected: 'dataViewNameTaken' },
  ),
  'dataViews.show': permissionCase(dataViews.show, ['read'], noTable, VIEW_GONE),
  'dataViews.edit': permissionCase(
    dataViews.edit,
    ['T_CREATE'],
    (spot) => ({ ...noTable(spot), version: 1, name: 'x' }),
    VIEW_GONE,
  ),
  'dataViews.remove': permissionCase(dataViews.remove, ['T_CREATE'], noTable, VIEW_GONE),
  'dataViews.rows': permissionCase(dataViews.rows, ['read'], noTable, VIEW_GONE),
  'dataViews.answer': permissionCase(dataViews.answer, ['read'], ({ spaceId }) => ({ spaceId, definition: NO_QUERY }), {
    expected: 'dataViewBroken',
  }),
  'dataViews.check': permissionCase(dataViews.check, ['read'], ({ spaceId }) => ({ spaceId, definition: NO_QUERY })),
  'dataViews.join': permissionCase(
    dataViews.join,
    ['read'],
    ({ spaceId }) => ({ spaceId, query: NO_QUERY.query, join: 0 }),
    { expected: 'dataViewBroken' },
  ),
  'dataViews.source': permissionCase(
    dataViews.source,
    ['read'],
    ({ spaceId }) => ({ spaceId, source: NO_QUERY.query.base }),
    { expected: 'querySourceGone' },
  ),
  'dataViews.export': permissionCase(
    dataViews.export,
    ['read'],
    (spot) => ({ ...noTable(spot), format: 'csv' as const }),
    VIEW_GONE,
  ),
  'dataViews.lineage': permissionCase(dataViews.lineage, ['read'], inSpace),
  'tables.list': permissionCase(tables.list, ['read'], inSpace),
  'tables.create': permissionCase(tables.create, ['T_CREATE'], ({ spaceId, table }) => ({ spaceId, name: table }), {
    expected: 'tableNameTaken',
  }),
  'tables.show': permissionCase(tables.show, ['read'], noTable, TABLE_GONE),
  'tables.edit': permissionCase(tables.edit, ['T_EDIT'], noTable, TABLE_GONE),
  'tables.copy': permissionCase(
    tables.copy,
    ['read', 'T_CREATE'],
    (spot) => ({ ...noTable(spot), toSpaceId: spot.spaceId, name: 'x' }),
    TABLE_GONE,
  ),
  'tables.copy to another space': permissionCase(
    tables.copy,
    ['read'],
    (spot) => ({ ...noTable(spot), toSpaceId: spot.other.spaceId, name: 'x' }),
    TABLE_GONE,
  ),
  'tables.copy moved': permissionCase(
    tables.copy,
    ['read', 'T_DELETE'],
    (spot) => ({ ...noTable(spot), toSpaceId: spot.other.spaceId, name: 'x', isMoved: true }),
    TABLE_GONE,
  ),
  'tables.groups': permissionCase(tables.groups, ['read'], noTable, TABLE_GONE),
  'tables.compare': permissionCase(tables.compare, ['read'], (spot) => ({ ...noTable(spot), from: 1 }), TABLE_GONE),
  'tables.tryFormula': permissionCase(
    tables.tryFormula,
    ['read'],
    (spot) => ({ ...noTable(spot), formula: '1' }),
    TABLE_GONE,
  ),
  'tables.remove': permissionCase(tables.remove, ['T_DELETE'], noTable, TABLE_GONE),
  'tables.putBack': permissionCase(tables.putBack, ['T_DELETE'], noTable, TABLE_GONE),
  'tables.rows': permissionCase(tables.rows, ['read'], noTable, TABLE_GONE),
  'tables.statistics': permissionCase(
    tables.statistics,
    ['read'],
    (spot) => ({ ...noTable(spot), column: 1 }),
    TABLE_GONE,
  ),
  'tables.change': permissionCase(
    tables.change,
    ['T_EDIT'],
    (spot) => ({ ...noTable(spot), change: { kind: 'removeRows' as const, rows: [1] } }),
    TABLE_GONE,
  ),
  'tables.preview': permissionCase(
    tables.preview,
    ['T_EDIT'],
    (spot) => ({ ...noTable(spot), change: { kind: 'clear' as const, columns: [1] } }),
    TABLE_GONE,
  ),
  'tables.history': permissionCase(tables.history, ['read'], noTable, TABLE_GONE),
  'tables.changedCells': permissionCase(
    tables.changedCells,
    ['read'],
    (spot) => ({ ...noTable(spot), change: 1 }),
    TABLE_GONE,
  ),
  'tables.moment': permissionCase(tables.moment, ['read'], (spot) => ({ ...noTable(spot), change: 1 }), TABLE_GONE),
  'tableComments.list': permissionCase(tableComments.list, ['read'], noTable, TABLE_GONE),
  'tableComments.cells': permissionCase(tableComments.cells, ['read'], noTable, TABLE_GONE),
  'tableComments.add': permissionCase(
    tableComments.add,
    ['member'],
    (spot) => ({ ...noTable(spot), row: 1, text: 'x' }),
    TABLE_GONE,
  ),
  'tableComments.reply': permissionCase(
    tableComments.reply,
    ['member'],
    (spot) => ({ ...noTable(spot), comment: NOWHERE, text: 'x' }),
    TABLE_GONE,
  ),
  'tableComments.edit': permissionCase(
    tableComments.edit,
    ['member'],
    (spot) => ({ ...noTable(spot), comment: NOWHERE, text: 'x' }),
    TABLE_GONE,
  ),
  'tableComments.resolve': permissionCase(
    tableComments.resolve,
    ['member'],
    (spot) => ({ ...noTable(spot), comment: NOWHERE, isResolved: true }),
    TABLE_GONE,
  ),
  'tableComments.remove': permissionCase(
    tableComments.remove,
    ['member'],
    (spot) => ({ ...noTable(spot), comment: NOWHERE }),
    TABLE_GONE,
  ),
  'tables.nameChange': permissionCase(
    tables.nameChange,
    ['T_EDIT'],
    (spot) => ({ ...noTable(spot), change: 1, name: 'x' }),
    TABLE_GONE,
  ),
  'tables.look': permissionCase(tables.look, ['read'], (spot) => ({ ...noTable(spot), pageId: NOWHERE }), TABLE_GONE),
  'tables.undo': permissionCase(tables.undo, ['T_EDIT'], noTable, TABLE_GONE),
  'tables.redo': permissionCase(tables.redo, ['T_EDIT'], noTable, TABLE_GONE),
  'tableFiles.upload': {
    needs: ['T_CREATE or T_EDIT'],
    gate: 'signedIn',
    run: (client, { spaceId }) => {
      const body = new FormData()
      body.append('spaceId', spaceId)
      body.append('file', new File(['a\n1\n'], 'a.csv'))
      return client.fetch('/api/tables/files', { method: 'POST', body })
    },
  },
  'tableFiles.scan': permissionCase(tableFiles.scan, ['read'], (spot) => ({ ...inSpace(spot), source: NO_UPLOAD }), {
    expected: 'tableFileGone',
  }),
  'tableFiles.import, new': permissionCase(
    tableFiles.import,
    ['T_CREATE'],
    (spot) => ({ ...inSpace(spot), ...IMPORTED, mode: 'new' as const, name: spot.table }),
    { expected: 'tableFileGone' },
  ),
  'tableFiles.import, into a table': permissionCase(
    tableFiles.import,
    ['T_EDIT'],
    (spot) => ({ ...inSpace(spot), ...IMPORTED, mode: 'append' as const, tableId: NOWHERE }),
    { expected: 'tableFileGone' },
  ),
  'tableFiles.export': permissionCase(
    tableFiles.export,
    ['read'],
    (spot) => ({ ...noTable(spot), format: 'csv' as const }),
    TABLE_GONE,
  ),
  'tables.setView': permissionCase(tables.setView, ['read'], (spot) => ({ ...noTable(spot), state: {} }), TABLE_GONE),
  'tables.saveView': permissionCase(
    tables.saveView,
    ['read'],
    (spot) => ({ ...noTable(spot), name: 'x', isShared: false, state: {} }),
    TABLE_GONE,
  ),
  'tables.saveView, shared': permissionCase(
    tables.saveView,
    ['read', 'T_EDIT'],
    (spot) => ({ ...noTable(spot), name: 'x', isShared: true, state: {} }),
    TABLE_GONE,
  ),
  'tables.removeView': permissionCase(
    tables.removeView,
    ['read'],
    (spot) => ({ ...noTable(spot), view: NOWHERE }),
    TABLE_GONE,
  ),
  'tasks.ofSpace': permissionCase(tasks.ofSpace, ['see'], inSpace),
  'tasks.counts': permissionCase(tasks.counts, ['oversee'], inSpace),
  'tasks.show': permissionCase(tasks.show, ['mineOrOwner'], ({ ended }) => ({ id: ended }), {
    refusal: 'taskForbidden',
  }),
  'tasks.parts': permissionCase(tasks.parts, ['mineOrOwner'], ({ ended }) => ({ id: ended }), {
    refusal: 'taskForbidden',
  }),
  'tasks.cancel': permissionCase(tasks.cancel, ['mineOrOwner'], ({ ended }) => ({ id: ended }), {
    refusal: 'taskForbidden',
  }),
  'tasks.retry': permissionCase(tasks.retry, ['mine'], ({ waiting }) => ({ id: waiting }), {
    refusal: 'taskForbidden',
    expected: 'taskRunning',
  }),
  'tasks.remove': permissionCase(tasks.remove, ['mineOrOwner'], ({ waiting }) => ({ id: waiting }), {
    refusal: 'taskForbidden',
    expected: 'taskRunning',
  }),
  'shares.ofSpace': permissionCase(shares.ofSpace, ['owner'], inSpace),
  'shares.ofItem': permissionCase(shares.ofItem, ['read'], ofFile),
  'shares.edit': permissionCase(shares.edit, ['mine'], ({ live }) => ({ id: live }), { refusal: 'shareGone' }),
  'shares.revoke': permissionCase(shares.revoke, ['mineOrOwner'], ({ revoked }) => ({ id: revoked }), {
    refusal: 'shareGone',
  }),
  'shares.visits': permissionCase(shares.visits, ['mineOrOwner'], ({ live }) => ({ id: live }), {
    refusal: 'shareGone',
  }),
  'shares.receipts': permissionCase(shares.receipts, ['mineOrOwner'], ({ live }) => ({ id: live }), {
    refusal: 'shareGone',
  }),
}

/** File operations that the table does not check in its rounds, and where they are tested. */
export const askedElsewhere = [
  ...['tables.find', 'tables.trashed', 'dataViews.find'],
  ...['shares.makeSpace', 'shares.makeFile', 'shares.makeBoard'],
  ...[
    'favourites.favourites',
    'favourites.recent',
    'tasks.mine',
    'shares.list',
    'shares.received',
    'shares.forget',
    'imports.lookAtLink',
    'imports.lookAtDrive',
    'imports.lookAtPublished',
  ],
  'preview.data',
]

export type TestRole = 'owner' | 'senior' | 'normal' | 'ordinary' | 'admin' | 'stranger'
type Cell = { role: TestRole; isOwn: boolean; isPublic: boolean; given: readonly Flag[] }
const MEMBERS: readonly TestRole[] = ['owner', 'senior', 'normal']
const PAIRS: readonly Need[] = ['EDIT', 'DOWN', 'DEL', 'SHARE']
const FLAG_OF = { EDIT: 'F_EDIT', DOWN: 'F_DOWN', DEL: 'F_DEL', SHARE: 'F_SHAR_FILE' } as const

/** The flags that a case can need, both flags of a pair. */
const flagsOf = ({ needs }: PermissionCase): Flag[] =>
  needs.flatMap((need) => {
    if (PAIRS.includes(need))
      return (['AM', 'OT'] as const).map((whose) => `${FLAG_OF[need as 'EDIT']}_${whose}` as const)
    return flags.filter((flag) => need.split(' or ').includes(flag))
  })

export type FileManagerRound = { type: 'private' | 'public'; given: readonly Flag[]; permissionCases: string[] }
/**
 * Every case with all flags, with only the flags that it needs, and with each of these missing once; this proves that
 * exactly the needed flags decide. Cases that share a space are checked together.
 */
export function fileManagerRounds(): FileManagerRound[] {
  const rounds = new Map<string, FileManagerRound>()
  for (const [name, permissionCase] of Object.entries(permissionCases)) {
    const own = flagsOf(permissionCase)
    for (const type of ['private', 'public'] as const)
      for (const given of [flags, own, ...own.map((one) => own.filter((flag) => flag !== one))]) {
        const key = `${type} ${given.toSorted().join()}`
        const round = rounds.get(key) ?? { type, given, permissionCases: [] }
        rounds.set(key, round)
        if (!round.permissionCases.includes(name)) round.permissionCases.push(name)
      }
  }
  return [...rounds.values()]
}

function meets(need: Need, { role, isOwn, isPublic, given }: Cell): boolean {
  const isMember = MEMBERS.includes(role)
  if (need === 'read' || (need === 'DOWN' && isPublic)) return isMember || isPublic
  if (need === 'see') return isMember || isPublic || role === 'admin'
  if (need === 'oversee') return isMember || role === 'admin'
  if (need === 'member') return isMember
  if (need === 'mine') return isMember && isOwn
  if (role === 'owner') return true
  if (!isMember || need === 'owner' || need === 'mineOrOwner') return isMember && need === 'mineOrOwner' && isOwn
  if (need === 'senior') return role === 'senior'
  const flag = PAIRS.includes(need) ? `${FLAG_OF[need as 'EDIT']}_${isOwn ? 'AM' : 'OT'}` : need
  return given.some((one) => flag.split(' or ').includes(one))
}

/** The expected result for a person who tries a case: `success` or the possible error names. */
export function expectedOf({ needs, gate, refusal }: PermissionCase, cell: Cell): readonly string[] {
  if (gate === 'signedIn' && cell.role === 'stranger') return ['notSignedIn']
  const unmet = needs.find((need) => !meets(need, cell))
  if (!unmet) return ['success']
  const isOfFiles = PAIRS.includes(unmet) || unmet === 'F_MAKE'
  if (MEMBERS.includes(cell.role)) return [refusal ?? (isOfFiles ? 'fileForbidden' : 'spaceRightMissing')]
  if (needs.some((need) => need.startsWith('mine'))) return ['shareGone', 'taskGone', 'taskForbidden']
  if (cell.isPublic) return ['fileForbidden', 'spaceRightMissing']
  return cell.role === 'admin' ? ['spaceForbidden', 'spaceRightMissing'] : ['spaceNotFound']
}
