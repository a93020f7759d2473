import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, hasProgram, startProgram } from './program.ts'

const VSFTPD = '/usr/sbin/vsftpd'
/** It takes the rights of an account before it lets anybody in. */
export const hasVsftpd = hasProgram(VSFTPD) && process.getuid?.() === 0

/** vsftpd with one account, which may do anything in a folder. `size`: bytes that the folder has room for. */
export async function startVsftpd({ user = 'anonymous', password = 'right', isTls = true, size = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-vsftpd-'))
  const port = await freePort()
  const [root, empty] = [join(folder, 'root'), join(folder, 'empty')]
  for (const path of [root, empty]) mkdirSync(path)
  if (size) execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', root])
  mkdirSync(join(root, 'files'))
  for (const path of [folder, root]) chmodSync(path, 0o755)
  chmodSync(join(root, 'files'), 0o777)
  writeFileSync(join(folder, 'passwords'), `${password}\n`)
  const certificate = join(folder, 'certificate.pem')
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', certificate]
  if (isTls) execFileSync('/usr/bin/openssl', [...made, ...name, ...files], { stdio: 'ignore' })
  const tls = {
    ssl_enable: 'YES',
    allow_anon_ssl: 'YES',
    force_anon_data_ssl: 'YES',
    force_anon_logins_ssl: 'YES',
    rsa_cert_file: certificate,
    rsa_private_key_file: join(folder, 'key.pem'),
    ssl_ciphers: 'HIGH',
  }
  const settings = {
    listen: 'YES',
    listen_port: port,
    listen_address: '127.0.0.1',
    background: 'NO',
    anonymous_enable: 'YES',
    anon_root: root,
    ftp_username: 'ftp',
    secure_email_list_enable: 'YES',
    email_password_file: join(folder, 'passwords'),
    write_enable: 'YES',
    anon_upload_enable: 'YES',
    anon_mkdir_write_enable: 'YES',
    anon_other_write_enable: 'YES',
    anon_world_readable_only: 'NO',
    anon_umask: '077',
    secure_chroot_dir: empty,
    seccomp_sandbox: 'NO',
    ...(isTls ? tls : {}),
  }
  const conf = join(folder, 'vsftpd.conf')
  writeFileSync(
    conf,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  const running = await startProgram(VSFTPD, [conf], { port, cwd: folder })
  return {
    server: `ftp://127.0.0.1:${port}/files/`,
    host: `127.0.0.1:${port}`,
    account: user,
    key: password,
    /** Where the files of the account are on this machine. */
    files: join(root, 'files'),
    async stop() {
      await running.stop()
      if (size) execFileSync('/usr/bin/umount', ['-l', root])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
