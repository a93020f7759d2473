import { shelfOf } from './local.ts'

/** The same layout as in a local folder, so that any tool can copy one to the other. */
const CONTENTS = 'blobs/'
const STAGING = 'staging/'
const SHA256 = /\/([0-9a-f]{64})$/
/** Key of an upload's multipart object; the chunks beside it are named by their index. */
const WHOLE = 'whole'

/** Keys of the objects in the bucket. */
export const objectKeys = {
  contents: CONTENTS,
  staging: STAGING,
  content: (sha256: string) => `${CONTENTS}${shelfOf(sha256)}/${sha256}`,
  /** The hash of a content's key; undefined for other keys. */
  sha256Of: (key: string): string | undefined => SHA256.exec(key)?.[1],
  staged: (uploadId: string) => `${STAGING}${uploadId}/`,
  chunk: (uploadId: string, index: number) => `${STAGING}${uploadId}/${index}`,
  whole: (uploadId: string, name: string) => `${STAGING}${uploadId}/${WHOLE}-${name}`,
  uploadOf: (key: string): string => key.slice(STAGING.length).split('/')[0] ?? '',
  probe: 'probe',
}
