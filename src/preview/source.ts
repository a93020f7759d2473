import type { DataOf } from '#contract/core/operation.ts'
import { type Actor, explain, type Verdict } from '#contract/core/policy.ts'
import { type FileRecord, files } from '#contract/files.ts'
import { type PreviewData, preview, type Sibling } from '#contract/preview.ts'
import { type ShareInfo, type ShareItem, shareAccess } from '#contract/share-access.ts'
import type { Space } from '#contract/spaces.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'

/**
 * What a viewer shows: the address of the bytes (Range works), for what the page draws itself, and for a frame, which
 * has no session, what the component of this id gets to show.
 */
export type ViewerData = { address: string; framed: (componentId: string, version?: number) => Promise<PreviewData> }

/** Where a previewed file is: what may look at it, where its bytes are, and what lies around it. */
export type PreviewSource = {
  /** Tells what one source answered from what another did. */
  id: string
  components: (hash: string) => Promise<DataOf<typeof preview.components>>
  data: (hash: string) => ViewerData
  /** Where the file is downloaded from. */
  downloadOf: (hash: string) => string
  /** The files that the arrows walk. */
  siblings: readonly FileRecord[]
  /** Files in the same folder that have one of these suffixes; without, nobody is told of any. */
  beside?: {
    list: (hash: string, suffixes: readonly string[]) => Promise<Sibling[]>
    open: (hash: string) => Promise<FileRecord>
    thumbOf: (hash: string) => string
  }
  /** What the controls may do; one that has no place here is null. */
  may: (file: FileRecord) => { download: Verdict; remove: Verdict | null }
}

type Needs = { space: Space; actor: Actor; siblings: readonly FileRecord[] }

/** A folder of a space, for its members and for readers of a public one. */
export function spaceSource({ space, actor, siblings }: Needs): PreviewSource {
  const { id: spaceId, type, status, myRole, myFlags } = space
  return {
    id: spaceId,
    components: (hash) => call(preview.components, { spaceId, hash }, { quiet: true }),
    data: (hash) => ({
      address: addressOf(files.content, { spaceId, hash }),
      framed: (componentId, version) =>
        call(preview.data, { spaceId, hash, componentId, ...(version && { version }) }, { quiet: true }),
    }),
    downloadOf: (hash) => addressOf(files.content, { spaceId, hash, download: '1' }),
    siblings,
    beside: {
      list: (hash, suffixes) => call(preview.siblings, { spaceId, q: hash, su: suffixes.join() }, { quiet: true }),
      open: (hash) => call(files.show, { spaceId, hash }),
      thumbOf: (hash) => addressOf(files.thumb, { spaceId, hash }),
    },
    may: (file) => {
      const policyContext = { space: { type, status, myRole, myFlags }, authorId: file.author.personId }
      return {
        download: explain(actor, 'file.download', policyContext),
        remove: myRole ? explain(actor, 'file.delete', policyContext) : null,
      }
    },
  }
}

/** A folder of a public space on its own page: for reading, whoever reads. */
export function readerSource(needs: Needs): PreviewSource {
  const source = spaceSource(needs)
  return { ...source, may: (file) => ({ ...source.may(file), remove: null }) }
}

/** As much of a file as is known without its space, in the shape that a preview takes. */
export const sharedRecord = (file: ShareItem): FileRecord => ({
  ...file,
  size: file.size ?? 0,
  phash: null,
  path: `/${file.name}`,
  dirs: false,
  items: 0,
  createTime: file.updateTime,
  author: { personId: '', personName: '' },
  version: 1,
  sha256: null,
})

/** Files that were shared, for whoever came by the link. */
export function shareSource({ linkId, mayDownload }: ShareInfo, list: readonly ShareItem[]): PreviewSource {
  return {
    id: linkId,
    components: (hash) => call(shareAccess.components, { linkId, hash }, { quiet: true }),
    data: (hash) => ({
      address: addressOf(shareAccess.content, { linkId, hash }),
      framed: (componentId) => call(shareAccess.data, { linkId, hash, componentId }, { quiet: true }),
    }),
    downloadOf: (hash) => addressOf(shareAccess.content, { linkId, hash, download: '1' }),
    siblings: list.map(sharedRecord),
    beside: {
      list: (hash, suffixes) => call(shareAccess.siblings, { linkId, hash, su: suffixes.join() }, { quiet: true }),
      open: async (hash) => {
        const [file] = (await call(shareAccess.list, { linkId, hash })).list
        if (!file) throw new TypeError('a file without a record')
        return sharedRecord(file)
      },
      thumbOf: (hash) => addressOf(shareAccess.thumb, { linkId, hash }),
    },
    may: () => ({
      download: mayDownload ? { allowed: true, rule: 'link' } : { allowed: false, rule: 'linkViewOnly' },
      remove: null,
    }),
  }
}
