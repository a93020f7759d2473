import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAside } from './program.ts'

type Wish = { url: string; user: string; password: string; folder: string }

/** Mounts a WebDAV address with davfs2 under a folder of the test; the server may run in this process. */
export async function mountDav({ url, user, password, folder }: Wish) {
  const path = join(folder, 'drive')
  const [conf, secrets] = ['davfs.conf', 'davfs.secrets'].map((name) => join(folder, name)) as [string, string]
  mkdirSync(path)
  writeFileSync(secrets, `${url} ${user} ${password}\n`, { mode: 0o600 })
  // Newer kernels request larger directory listings than davfs2 accepts by default and get "Invalid argument".
  writeFileSync(conf, `use_locks 1\nask_auth 0\nsecrets ${secrets}\ndelay_upload 0\nbuf_size 64\n`)
  const { status, said } = await runAside('mount', ['-t', 'davfs', '-o', `conf=${conf},uid=0`, url, path])
  if (status !== 0) throw new Error(`mount.davfs: ${said}`)
  return {
    path,
    /** Waits until all writes have reached the server. */
    async unmount(): Promise<void> {
      const ended = await runAside('umount', [path])
      if (ended.status !== 0) throw new Error(`umount: ${ended.said}`)
    },
  }
}
