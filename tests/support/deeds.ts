import { contract } from '#contract/index.ts'
import { VERSION_RULE } from '#contract/limits.ts'
import type { InputOf, Operation } from '#contract/operation.ts'
import { type Flag, flags } from '#contract/policy.ts'
import type { Client } from './client.ts'

const { archives, facts, files, imports, marks, preview, search, shares, tasks, trash, versions } = contract

/**
 * What an operation takes, by hand from the specification (section 6), the issue and the flag table; `contract/policy.ts`
 * is not asked. EDIT, DOWN, DEL and SHARE are pairs of flags (own, other); `see` is to know that the space is there,
 * `oversee` what members and administrators may.
 */
export type Need =
  | ('read' | 'see' | 'oversee' | 'senior' | 'owner' | 'mine' | 'mineOrOwner')
  | ('EDIT' | 'DOWN' | 'DEL' | 'SHARE')
  | ('F_MAKE' | 'F_OTHER_IM' | 'F_OTHER_BAIDU' | 'F_SHAR_SPACE' | 'S_CONF_INFO')

/** Where a deed is done: an item with what hangs on it, and a second space with an item of the same name. */
export type Spot = {
  spaceId: string
  identifier: string
  file: string
  folder: string
  parent: string
  name: string
  /** A task that has ended, one that waits; a link that lives, one that was ended. */
  ended: string
  waiting: string
  live: string
  revoked: string
  link: string
  other: { spaceId: string; root: string; file: string }
}
export type Deed = {
  needs: readonly Need[]
  /** Said to a member who may not. */
  refusal?: string
  /** Said to whoever may, because what was asked for is not there: nothing is changed for the next one. */
  past?: string
  /** Nobody else is at it meanwhile. */
  isAlone?: true
  gate: 'public' | 'signedIn'
  run: (client: Client, spot: Spot, owner: Client) => Promise<Response>
}
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const fields = [{ key: 'Depth', kind: 'number', isRequired: false }] as const

type Rest = Partial<Pick<Deed, 'refusal' | 'past'>>
const deed = <O extends Operation>(
  operation: O,
  needs: readonly Need[],
  input: (spot: Spot) => InputOf<O>,
  rest: Rest = {},
): Deed => ({
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
  ...{ spaceId, hash: file, toSpaceId: other.spaceId, target: other.root },
})
const drive = { kind: 'webdav', server: 'http://drive.invalid/', user: '', secret: '' } as const

export const deeds: Readonly<Record<string, Deed>> = {
  'files.content': deed(files.content, ['read'], ofFile),
  'files.content, saved': deed(files.content, ['DOWN'], (spot) => ({ ...ofFile(spot), download: '1' })),
  'files.zip': deed(files.zip, ['DOWN'], ({ spaceId, folder }) => ({ spaceId, hash: folder })),
  'files.zipMany': deed(files.zipMany, ['DOWN'], ({ spaceId, folder }) => ({ spaceId, hash: folder })),
  'files.thumb': deed(files.thumb, ['read'], ofFile, { past: 'fileGone' }),
  'files.rename': deed(files.rename, ['EDIT'], (spot) => ({ ...ofFile(spot), name: spot.name })),
  'files.renameMany': deed(files.renameMany, ['EDIT'], ({ spaceId, file, name }) => ({
    ...{ spaceId, renames: [{ hash: file, name }] },
  })),
  'files.move': deed(files.move, ['F_MAKE', 'EDIT'], toSame),
  'files.copy': deed(files.copy, ['F_MAKE', 'DOWN'], toSame, { past: 'fileNameTaken' }),
  'files.move to another space': deed(files.move, ['EDIT', 'DEL', 'DOWN'], toOther, { past: 'fileNameTaken' }),
  'files.copy to another space': deed(files.copy, ['DOWN'], toOther, { past: 'fileNameTaken' }),
  'files.giveBack': deed(
    files.giveBack,
    ['EDIT'],
    ({ spaceId, file }) => ({ spaceId, former: [{ hash: file, version: 9 }] }),
    { past: 'versionGone' },
  ),
  'files.remove': {
    ...{ needs: ['DEL'], gate: 'signedIn', isAlone: true },
    run: async (client, { spaceId, file }, owner) => {
      const response = await client.send(files.remove, { spaceId, hashList: [file] })
      if (!response.ok) return response
      const { data } = (await response.clone().json()) as { data: { list: { trashId: string }[] } }
      await owner.data(trash.restore, { spaceId, id: data.list[0]?.trashId ?? '' })
      return response
    },
  },
  'marks.of': deed(marks.of, ['read'], ({ spaceId, file }) => ({ spaceId, hashes: [file] })),
  'marks.favourite': deed(marks.favourite, ['read'], (spot) => ({ ...listed(spot), isOn: true })),
  'marks.opened': deed(marks.opened, ['read'], ofFile),
  'archives.pack': deed(archives.pack, ['F_MAKE', 'DOWN'], (spot) => ({
    ...{ ...listed(spot), target: spot.parent, name: 'a', format: 'zip' as const },
  })),
  'archives.unpack': deed(archives.unpack, ['F_MAKE', 'DOWN'], ofFile, { past: 'archiveUnknown' }),
  'archives.verify': deed(archives.verify, ['oversee', 'DOWN'], listed),
  'archives.sums': deed(archives.sums, ['read'], ofFile),
  'versions.list': deed(versions.list, ['read'], ofFile),
  'versions.content': deed(versions.content, ['read'], (spot) => ({ ...ofFile(spot), number: 1 })),
  'versions.content, saved': deed(versions.content, ['DOWN'], (spot) => ({
    ...{ ...ofFile(spot), number: 1, download: '1' },
  })),
  'versions.describe': deed(versions.describe, ['EDIT'], (spot) => ({ ...ofFile(spot), number: 1, name: 'first' })),
  'versions.restore': deed(versions.restore, ['EDIT'], (spot) => ({ ...ofFile(spot), number: 9 }), {
    past: 'versionGone',
  }),
  'versions.remove': deed(versions.remove, ['DEL'], (spot) => ({ ...ofFile(spot), numbers: [9] }), {
    past: 'versionGone',
  }),
  'versions.write': deed(versions.write, ['EDIT'], (spot) => ({ ...ofFile(spot), base: '0'.repeat(64) }), {
    past: 'fileChanged',
  }),
  'versions.moments': deed(versions.moments, ['read'], inSpace),
  'versions.make': deed(versions.make, ['senior'], ({ spaceId }) => ({ spaceId, hash: NOWHERE, name: 'x' }), {
    past: 'folderGone',
  }),
  'versions.forget': deed(versions.forget, ['senior'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    past: 'momentGone',
  }),
  'versions.outlook': deed(versions.outlook, ['senior'], inSpace),
  'versions.restoreAll': deed(
    versions.restoreAll,
    ['senior'],
    ({ spaceId }) => ({ spaceId, momentId: NOWHERE, extras: 'keep' as const }),
    { past: 'momentGone' },
  ),
  'versions.rule': deed(versions.rule, ['read'], inSpace),
  'versions.setRule': deed(versions.setRule, ['owner'], ({ spaceId }) => ({ spaceId, rule: VERSION_RULE })),
  'facts.of': deed(facts.of, ['read'], ofFile),
  'facts.ofPublic': deed(facts.ofPublic, ['read'], ({ identifier, file }) => ({ url: identifier, hash: file })),
  'facts.add': deed(facts.add, ['EDIT'], (spot) => ({ ...ofFile(spot), data: [], id: NOWHERE }), {
    past: 'factsChanged',
  }),
  'facts.tag': deed(facts.tag, ['EDIT'], (spot) => ({ ...listed(spot), remove: ['none'] })),
  'facts.tags': deed(facts.tags, ['read'], inSpace),
  'facts.note': deed(facts.note, ['EDIT'], (spot) => ({ ...ofFile(spot), note: '' })),
  'facts.templates': deed(facts.templates, ['read'], inSpace),
  'facts.template': deed(facts.template, ['read'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    past: 'templateGone',
  }),
  'facts.saveTemplate': deed(
    facts.saveTemplate,
    ['S_CONF_INFO'],
    ({ spaceId }) => ({ spaceId, id: NOWHERE, stamp: NOWHERE, name: 'x', fields: [...fields] }),
    { past: 'templateGone' },
  ),
  'facts.removeTemplate': deed(facts.removeTemplate, ['S_CONF_INFO'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    past: 'templateGone',
  }),
  'facts.vocabularies': deed(facts.vocabularies, ['read'], inSpace),
  'facts.vocabulary': deed(facts.vocabulary, ['read'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    past: 'vocabularyGone',
  }),
  'facts.saveVocabulary': deed(
    facts.saveVocabulary,
    ['S_CONF_INFO'],
    ({ spaceId }) => ({ spaceId, id: NOWHERE, stamp: NOWHERE, name: 'x', terms: ['a'] }),
    { past: 'vocabularyGone' },
  ),
  'facts.removeVocabulary': deed(facts.removeVocabulary, ['S_CONF_INFO'], ({ spaceId }) => ({ spaceId, id: NOWHERE }), {
    past: 'vocabularyGone',
  }),
  'facts.setFolder': deed(facts.setFolder, ['S_CONF_INFO'], (spot) => ({ ...ofFile(spot), templateId: null }), {
    past: 'folderGone',
  }),
  'facts.export': deed(facts.export, ['read'], (spot) => ({ ...inSpace(spot), form: 'csv' as const })),
  'facts.compare': deed(facts.compare, ['read'], inSpace, { past: 'sheetUnreadable' }),
  'facts.apply': deed(facts.apply, ['oversee', 'read'], ({ spaceId, file }) => ({
    ...{ spaceId, name: 'a.csv' },
    changes: [
      { hash: file, path: '', stamp: null, cells: [{ column: 'note' as const, key: '', before: '', after: 'x' }] },
    ],
  })),
  'search.find': deed(search.find, ['read'], ({ spaceId }) => ({ spaceId, q: 'csv' })),
  'preview.components': deed(preview.components, ['read'], ofFile),
  'preview.componentsPublic': deed(preview.componentsPublic, ['read'], ({ identifier, file }) => ({
    ...{ url: identifier, hash: file },
  })),
  'preview.dataPublic': deed(preview.dataPublic, ['read'], ({ identifier, file }) => ({
    ...{ url: identifier, hash: file, componentId: 'csv' },
  })),
  'preview.siblings': deed(preview.siblings, ['read'], ({ spaceId, file }) => ({ spaceId, q: file, su: 'csv' })),
  'preview.bytes': {
    ...{ needs: ['read'], gate: 'public' },
    run: async (client, spot) => {
      const response = await client.send(preview.data, { ...ofFile(spot), componentId: 'csv' })
      if (!response.ok) return response
      const { data } = (await response.json()) as { data: { fileUrl: string[] } }
      return fetch(client.origin + (data.fileUrl[0] ?? ''))
    },
  },
  'imports.spaces': deed(imports.spaces, ['see'], inSpace),
  'imports.fromSpace': deed(imports.fromSpace, ['F_MAKE', 'F_OTHER_IM'], ({ spaceId, other }) => ({
    ...{ spaceId, sourceSpaceId: other.spaceId, hashList: [other.file] },
  })),
  'imports.fromLink': deed(imports.fromLink, ['F_MAKE', 'F_OTHER_IM'], ({ spaceId, link }) => ({
    ...{ spaceId, linkUrl: link },
  })),
  'imports.fromDrive': deed(imports.fromDrive, ['F_MAKE', 'F_OTHER_BAIDU'], ({ spaceId }) => ({
    ...{ spaceId, drive, paths: ['a/'] },
  })),
  'imports.fromUrl': deed(imports.fromUrl, ['F_MAKE', 'F_OTHER_BAIDU'], ({ spaceId }) => ({
    ...{ spaceId, urls: ['http://drive.invalid/a.csv'] },
  })),
  'tasks.ofSpace': deed(tasks.ofSpace, ['see'], inSpace),
  'tasks.counts': deed(tasks.counts, ['oversee'], inSpace),
  'tasks.show': deed(tasks.show, ['mineOrOwner'], ({ ended }) => ({ id: ended }), { refusal: 'taskForbidden' }),
  'tasks.parts': deed(tasks.parts, ['mineOrOwner'], ({ ended }) => ({ id: ended }), { refusal: 'taskForbidden' }),
  'tasks.cancel': deed(tasks.cancel, ['mineOrOwner'], ({ ended }) => ({ id: ended }), { refusal: 'taskForbidden' }),
  'tasks.retry': deed(tasks.retry, ['mine'], ({ waiting }) => ({ id: waiting }), {
    ...{ refusal: 'taskForbidden', past: 'taskRunning' },
  }),
  'tasks.remove': deed(tasks.remove, ['mineOrOwner'], ({ waiting }) => ({ id: waiting }), {
    ...{ refusal: 'taskForbidden', past: 'taskRunning' },
  }),
  'shares.ofSpace': deed(shares.ofSpace, ['owner'], inSpace),
  'shares.ofItem': deed(shares.ofItem, ['read'], ofFile),
  'shares.edit': deed(shares.edit, ['mine'], ({ live }) => ({ id: live }), { refusal: 'shareGone' }),
  'shares.revoke': deed(shares.revoke, ['mineOrOwner'], ({ revoked }) => ({ id: revoked }), { refusal: 'shareGone' }),
  'shares.visits': deed(shares.visits, ['mineOrOwner'], ({ live }) => ({ id: live }), { refusal: 'shareGone' }),
  'shares.receipts': deed(shares.receipts, ['mineOrOwner'], ({ live }) => ({ id: live }), { refusal: 'shareGone' }),
}

/** Operations of files that the table does not ask in its rounds, and where they are asked. */
export const askedElsewhere = [
  ...['shares.makeSpace', 'shares.makeFile'],
  ...['marks.favourites', 'marks.recent', 'tasks.mine', 'shares.list', 'imports.lookAtLink', 'imports.lookAtDrive'],
  'preview.data',
]

export type Standing = 'owner' | 'senior' | 'normal' | 'ordinary' | 'admin' | 'stranger'
type Cell = { standing: Standing; isOwn: boolean; isPublic: boolean; given: readonly Flag[] }
const MEMBERS: readonly Standing[] = ['owner', 'senior', 'normal']
const PAIRS: readonly Need[] = ['EDIT', 'DOWN', 'DEL', 'SHARE']
const FLAG_OF = { EDIT: 'F_EDIT', DOWN: 'F_DOWN', DEL: 'F_DEL', SHARE: 'F_SHAR_FILE' } as const

/** The flags that a deed can take, both of a pair. */
const flagsOf = ({ needs }: Deed): Flag[] =>
  needs.flatMap((need) => {
    if (PAIRS.includes(need))
      return (['AM', 'OT'] as const).map((whose) => `${FLAG_OF[need as 'EDIT']}_${whose}` as const)
    return flags.filter((flag) => flag === need)
  })

export type DeskRound = { type: 'private' | 'public'; given: readonly Flag[]; deeds: string[] }
/**
 * Every deed with all flags, with those that it takes and no other, and with each of these missing once: so what it needs
 * decides, and nothing else does. Deeds that meet the same space are asked together.
 */
export function deskRounds(): DeskRound[] {
  const rounds = new Map<string, DeskRound>()
  for (const [name, deed] of Object.entries(deeds)) {
    const own = flagsOf(deed)
    for (const type of ['private', 'public'] as const)
      for (const given of [flags, own, ...own.map((one) => own.filter((flag) => flag !== one))]) {
        const key = `${type} ${given.toSorted().join()}`
        const round = rounds.get(key) ?? { type, given, deeds: [] }
        rounds.set(key, round)
        if (!round.deeds.includes(name)) round.deeds.push(name)
      }
  }
  return [...rounds.values()]
}

function meets(need: Need, { standing, isOwn, isPublic, given }: Cell): boolean {
  const isMember = MEMBERS.includes(standing)
  if (need === 'read' || (need === 'DOWN' && isPublic)) return isMember || isPublic
  if (need === 'see') return isMember || isPublic || standing === 'admin'
  if (need === 'oversee') return isMember || standing === 'admin'
  if (need === 'mine') return isMember && isOwn
  if (standing === 'owner') return true
  if (!isMember || need === 'owner' || need === 'mineOrOwner') return isMember && need === 'mineOrOwner' && isOwn
  if (need === 'senior') return standing === 'senior'
  const flag = PAIRS.includes(need) ? `${FLAG_OF[need as 'EDIT']}_${isOwn ? 'AM' : 'OT'}` : need
  return given.some((one) => one === flag)
}

/** What is said to somebody who does a deed: `success`, or by which names it is refused. */
export function expectedOf({ needs, gate, refusal }: Deed, cell: Cell): readonly string[] {
  if (gate === 'signedIn' && cell.standing === 'stranger') return ['notSignedIn']
  const unmet = needs.find((need) => !meets(need, cell))
  if (!unmet) return ['success']
  const isOfFiles = PAIRS.includes(unmet) || unmet === 'F_MAKE'
  if (MEMBERS.includes(cell.standing)) return [refusal ?? (isOfFiles ? 'fileForbidden' : 'spaceRightMissing')]
  if (needs.some((need) => need.startsWith('mine'))) return ['shareGone', 'taskGone', 'taskForbidden']
  if (cell.isPublic) return ['fileForbidden', 'spaceRightMissing']
  return cell.standing === 'admin' ? ['spaceForbidden', 'spaceRightMissing'] : ['spaceNotFound']
}
