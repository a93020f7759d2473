import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort, hasProgram, startProgram } from './program.ts'

const SSHD = '/usr/sbin/sshd'
const SFTP_SERVER = '/usr/lib/openssh/sftp-server'
export const hasSshd = hasProgram(SSHD) && hasProgram(SFTP_SERVER)

const newKey = (path: string) => execFileSync('/usr/bin/ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])

/** OpenSSH that lets whoever runs the tests in by a key, to SFTP alone. */
export async function startSshd() {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-sshd-'))
  const port = await freePort()
  mkdirSync(join(folder, 'files'))
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  for (const name of ['host', 'other', 'me']) newKey(join(folder, name))
  writeFileSync(join(folder, 'people'), readFileSync(join(folder, 'me.pub')))
  chmodSync(join(folder, 'people'), 0o600)
  writeFileSync(
    join(folder, 'conf'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${folder}/host`,
      `PidFile ${folder}/pid`,
      `AuthorizedKeysFile ${folder}/people`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'MaxStartups 100',
      `Subsystem sftp ${SFTP_SERVER}`,
      'ForceCommand internal-sftp',
    ].join('\n'),
  )
  const start = () => startProgram(SSHD, ['-D', '-e', '-f', join(folder, 'conf')], { port, cwd: folder })
  let running = await start()
  return {
    server: `sftp://127.0.0.1:${port}${folder}/files/`,
    host: `127.0.0.1:${port}`,
    account: userInfo().username,
    key: readFileSync(join(folder, 'me'), 'utf8'),
    /** Comes back with another host key, as somebody else would. */
    async becomeAnother() {
      await running.stop()
      renameSync(join(folder, 'host'), join(folder, 'former'))
      renameSync(join(folder, 'other'), join(folder, 'host'))
      running = await start()
    },
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
