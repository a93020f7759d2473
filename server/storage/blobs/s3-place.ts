/** An S3 bucket and a prefix in it. */
export type S3Place = {
  bucket: string
  /** Prefix of every key; empty, or ends with a slash. */
  prefix: string
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null
  region: string
  /** `https://server/bucket/key` rather than `https://bucket.server/key`. */
  isPathStyle: boolean
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[\w.\-/]*$/
const PARAMETERS = ['endpoint', 'region', 'pathStyle']

export const isS3 = (value: string): boolean => value.startsWith('s3://')

function faultOf({ host, username, password, pathname, searchParams }: URL): string | null {
  if (username || password) return 'the keys belong into S3_ACCESS_KEY and S3_SECRET_KEY'
  if (!BUCKET.test(host)) return 's3://bucket/prefix names a bucket: 3 to 63 small letters, digits, dots or hyphens'
  if (!PREFIX.test(pathname)) return 'a prefix of letters, digits, dots, hyphens, underscores and slashes'
  const strange = [...searchParams.keys()].find((key) => !PARAMETERS.includes(key))
  if (strange) return `${strange} is none of ${PARAMETERS.join(', ')}`
  const endpoint = searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\/[^/@?#]+\/?$/.test(endpoint))
    return 'endpoint is https://server or http://server'
  return ['0', '1', null].includes(searchParams.get('pathStyle')) ? null : 'pathStyle is 1 or 0'
}

/** The problem with `s3://bucket/prefix?endpoint=…&region=…&pathStyle=1`, without repeating secrets; null: none. */
export const faultOfS3 = (value: string): string | null =>
  URL.canParse(value) ? faultOf(new URL(value)) : 's3://bucket/prefix?endpoint=https://server&region=name'

/** Parses such an address. A custom endpoint uses path style unless the address says otherwise. */
export function s3PlaceOf(value: string): S3Place {
  const { host, pathname, searchParams } = new URL(value)
  const prefix = pathname.split('/').filter(Boolean).join('/')
  const endpoint = searchParams.get('endpoint')
  return {
    bucket: host,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    isPathStyle: (searchParams.get('pathStyle') ?? (endpoint ? '1' : '0')) === '1',
  }
}
