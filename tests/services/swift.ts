import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { freePort, hasProgram, runProgram, startProgram } from './program.ts'

const PROXY = '/usr/bin/swift-proxy-server'
const PARTS = ['account', 'container', 'object'] as const
const MEMCACHED = '/usr/bin/memcached'
export const hasSwift = [PROXY, MEMCACHED, '/usr/bin/swift-ring-builder'].every(hasProgram)

export const SWIFT_KEY = 'test:tester'
export const SWIFT_SECRET = 'testing'
const REGION = 'us-east-1'

const isRoot = process.getuid?.() === 0
const owner = isRoot ? 'nobody' : userInfo().username

const partConf = (folder: string, part: string, port: number) => `[DEFAULT]
devices = ${folder}/disks
mount_check = false
swift_dir = ${folder}
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${owner}
recon_cache_path = ${folder}/cache
log_address = ${folder}/no-log
# An object that the list does not hear of in time is in no list: nobody tells it again later, as a whole site would.
conn_timeout = 10
node_timeout = 60
container_update_timeout = 60
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`
const FILTERS = ['catch_errors', 'gatekeeper', 'bulk', 'copy', 'slo', 'dlo']
const proxyConf = (folder: string, port: number, cache: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
workers = 0
user = ${owner}
log_address = ${folder}/no-log
[pipeline:main]
pipeline = catch_errors gatekeeper cache bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
# One storage node on a machine that may be busy: a late answer is no reason to leave it alone for a minute.
conn_timeout = 10
node_timeout = 60
error_suppression_limit = 1000000
account_autocreate = true
allow_account_management = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = ${REGION}
check_bucket_owner = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SWIFT_SECRET} .admin
${FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
`

/** Start timeout for a busy machine: Swift is four Python programs that each load half of its code. */
export const SWIFT_START_MS = 300_000

/** OpenStack Swift with its S3 API, one disk on one node, and one bucket. */
export async function startSwift(bucket: string) {
  // Swift stores metadata in extended attributes, which tmpfs lacks before Linux 6.6, so the folder is on a disk.
  const folder = mkdtempSync('/var/tmp/dataspace-swift-')
  for (const part of ['disks', 'disks/one', 'cache']) mkdirSync(join(folder, part))
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_prefix = t\nswift_hash_path_suffix = t\n')
  if (isRoot) for (const part of ['', 'disks', 'disks/one', 'cache']) chownSync(join(folder, part), 65534, 65534)
  const start = (command: string, argv: readonly string[], port: number) =>
    startProgram('/usr/bin/env', ['PYTHONWARNINGS=ignore', command, ...argv], { port, cwd: folder })
  const cache = await freePort()
  const starting = [start(MEMCACHED, ['-u', owner, '-l', '127.0.0.1', '-p', String(cache), '-m', '32'], cache)]
  for (const part of PARTS) {
    const port = await freePort()
    const ring = (...argv: string[]) =>
      runProgram('/usr/bin/swift-ring-builder', [`${part}.builder`, ...argv], { cwd: folder })
    ring('create', '4', '1', '1')
    ring('add', `r1z1-127.0.0.1:${port}/one`, '1')
    ring('rebalance')
    writeFileSync(join(folder, `${part}.conf`), partConf(folder, part, port))
    starting.push(start(`/usr/bin/swift-${part}-server`, [join(folder, `${part}.conf`)], port))
  }
  const port = await freePort()
  writeFileSync(join(folder, 'proxy.conf'), proxyConf(folder, port, cache))
  starting.push(start(PROXY, [join(folder, 'proxy.conf')], port))
  const running = await Promise.all(starting)
  const origin = `http://127.0.0.1:${port}`
  const client = new AwsClient({
    accessKeyId: SWIFT_KEY,
    secretAccessKey: SWIFT_SECRET,
    service: 's3',
    region: REGION,
    retries: 0,
  })
  const put = async (path: string, body?: string) => {
    const url = `${origin}/${[bucket, ...path.split('/')].map(encodeURIComponent).join('/')}`
    const answer = await client.fetch(url, { method: 'PUT', ...(body !== undefined && { body }) })
    if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`)
  }
  const made = await client.fetch(`${origin}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`PUT ${bucket}: ${made.status} ${await made.text()}`)
  return {
    server: origin,
    host: `127.0.0.1:${port}`,
    put,
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
