import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '#contract/index.ts'
import { freePort, runThrough, startProgram } from '../../tests/services/program.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, seconds, timed, times } from './job.ts'

const GIB = 1024 ** 3
const VSFTPD = '/usr/sbin/vsftpd'

type Needs = { client: Client; dir: string; port: number; email: string; space: string }

/**
 * An anonymous vsftpd server over its own folder, with the account that Debian creates for it; null when it is not
 * installed or can't be started.
 */
async function vsftpd(dir: string): Promise<{ address: string; stop: () => Promise<void> } | null> {
  if (!existsSync(VSFTPD) || process.getuid?.() !== 0) return null
  const port = await freePort()
  const [root, empty] = [join(dir, 'vsftpd'), join(dir, 'empty')]
  mkdirSync(join(root, 'in'), { recursive: true })
  mkdirSync(empty)
  for (const folder of [dir, root]) chmodSync(folder, 0o755)
  chmodSync(join(root, 'in'), 0o777)
  const settings = {
    listen: 'YES',
    listen_port: port,
    listen_address: '127.0.0.1',
    background: 'NO',
    anon_root: root,
    anonymous_enable: 'YES',
    no_anon_password: 'YES',
    write_enable: 'YES',
    anon_upload_enable: 'YES',
    anon_umask: '022',
    ftp_username: 'ftp',
    secure_chroot_dir: empty,
    seccomp_sandbox: 'NO',
  }
  const conf = join(dir, 'vsftpd.conf')
  writeFileSync(
    conf,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  const { stop } = await startProgram(VSFTPD, [conf], { port, cwd: dir })
  return { address: `ftp://127.0.0.1:${port}/in`, stop }
}

/** 1 GiB up and down by plain FTP, compared with vsftpd, which neither hashes nor syncs. */
export async function ftpTransfer({ client, dir, port, email, space }: Needs): Promise<Line[]> {
  const path = join(dir, 'large.bin')
  const handle = await open(path, 'w')
  for (let i = 0; i < 64; i += 1) await handle.write(randomBytes(GIB / 64))
  await handle.sync()
  await handle.close()
  const { password } = await client.data(contract.account.addAppPassword, { name: 'bench', protocols: ['ftp'] })
  const up = (address: string, ...argv: string[]) =>
    timed(() => runThrough('curl', ['-sS', ...argv, '-T', path, `${address}/`]))
  const down = (address: string, ...argv: string[]) =>
    timed(() => runThrough('curl', ['-sS', ...argv, '-o', '/dev/null', `${address}/large.bin`]))
  const other = await vsftpd(dir)
  const limit = other && { up: await up(other.address), down: await down(other.address) }
  await other?.stop()
  const [address, user] = [`ftp://127.0.0.1:${port}/${space}`, ['-u', `${email}:${password}`]]
  const ours = { up: await up(address, ...user), down: await down(address, ...user) }
  rmSync(path)
  const [total, least] = [ours.up + ours.down, limit ? limit.up + limit.down : Number.NaN]
  return [
    {
      job: `FTP: 1 GiB up and down (${seconds(ours.up)} and ${seconds(ours.down)})`,
      ours: seconds(total),
      limit: limit ? `${seconds(least)} vsftpd, no hash` : 'no vsftpd here',
      ratio: limit ? times(total, least) : '',
      target: '2 ×',
    },
  ]
}
