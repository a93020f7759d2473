import { shelfOf } from './local.ts'

/** Contents lie as in a local folder, so that one is filled from the other with any tool. */
const CONTENTS = 'blobs/'
const STAGING = 'staging/'
const SHA256 = /\/([0-9a-f]{64})$/
/** Of an upload that is put together; chunks beside it are called by their index. */
const WHOLE = 'whole'

/** What lies where in the bucket. */
export const objectKeys = {
  contents: CONTENTS,
  staging: STAGING,
  content: (sha256: string) => `${CONTENTS}${shelfOf(sha256)}/${sha256}`,
  /** Of an object of the store that is a content; undefined: it is something else. */
  sha256Of: (key: string): string | undefined => SHA256.exec(key)?.[1],
  staged: (uploadId: string) => `${STAGING}${uploadId}/`,
  chunk: (uploadId: string, index: number) => `${STAGING}${uploadId}/${index}`,
  whole: (uploadId: string, name: string) => `${STAGING}${uploadId}/${WHOLE}-${name}`,
  uploadOf: (key: string): string => key.slice(STAGING.length).split('/')[0] ?? '',
  probe: 'probe',
}
