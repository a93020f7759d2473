import i18next from 'i18next'
import type { DataOf } from '#contract/core/operation.ts'
import { type Actor, explain, type Verdict } from '#contract/core/policy.ts'
import { type FileRecord, files } from '#contract/files.ts'
import { builtInViewers, PREVIEW_USABLE, type PreviewData, preview, type Sibling } from '#contract/preview.ts'
import { type ShareInfo, type ShareItem, shareAccess } from '#contract/share-access.ts'
import type { Space } from '#contract/spaces.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { viewersOfBytes } from './of-bytes.ts'

/**
 * The data of a viewer: the address of the bytes (with Range support) for viewers in the page, and a function that
 * loads the data for a frame, which has no session, by component id.
 */
export type ViewerData = { address: string; framed: (componentId: string, version?: number) => Promise<PreviewData> }

/** The context of a previewed file: its viewers, addresses, siblings and permissions. */
export type PreviewSource = {
  /** Identifies the source in query keys. */
  id: string
  components: (hash: string) => Promise<DataOf<typeof preview.components>>
  data: (hash: string) => ViewerData
  /** The download address of a file. */
  downloadOf: (hash: string) => string
  /** The files that the arrow keys step through. */
  siblings: readonly FileRecord[]
  /** Sibling files with one of these suffixes; if absent, components get none. */
  beside?: {
    list: (hash: string, suffixes: readonly string[]) => Promise<Sibling[]>
    open: (hash: string) => Promise<FileRecord>
    thumbOf: (hash: string) => string
  }
  /** Permissions for the controls; null hides a control. */
  may: (file: FileRecord) => { download: Verdict; remove: Verdict | null }
}

type Needs = { space: Space; actor: Actor; siblings: readonly FileRecord[] }

/** Files of a space, for members and readers of a public space. */
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

/** Files of a public space on its own page, read-only. */
export function readerSource(needs: Needs): PreviewSource {
  const source = spaceSource(needs)
  return { ...source, may: (file) => ({ ...source.may(file), remove: null }) }
}

/** A shared file as a record for the preview, without the data of its space. */
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

/** Shared files, for visitors of a link. */
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

/**
 * Files of a published dataset that its page offers to show, each known by the address of its bytes: `addressOf` gives
 * that of a download. What has no viewer of its own among them is text.
 */
export function datasetSource(addressOf: (hash: string) => string, list: readonly ShareItem[]): PreviewSource {
  const siblings = list.map(sharedRecord)
  const viewersOf = (suffix: string) => {
    const fitting = viewersOfBytes(suffix)
    return fitting.length ? fitting : builtInViewers.filter(({ id }) => id === 'text')
  }
  return {
    id: addressOf(''),
    components: async (hash) => {
      const suffix = siblings.find((one) => one.hash === hash)?.suffix ?? ''
      const components = viewersOf(suffix).map(({ id }) => ({
        id,
        name: i18next.t(`preview.viewers.${id}`),
        bundle: id,
        webPath: '',
        parameters: [],
      }))
      return { components, status: PREVIEW_USABLE }
    },
    data: (hash) => ({
      address: `${addressOf(hash)}?preview`,
      framed: () => Promise.reject(new TypeError('a frame for a viewer of bytes')),
    }),
    downloadOf: addressOf,
    siblings,
    may: () => ({ download: { allowed: true, rule: 'link' }, remove: null }),
  }
}
