import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort, hasProgram, startProgram } from './program.ts'

const APACHE = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'
export const hasApache = hasProgram(APACHE) && hasProgram(`${MODULES}/mod_dav_fs.so`)

/** The folder of Apache's own modules. */
const PARTS = ['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'dav', 'dav_fs']

const configOf = (folder: string, port: number) => `
${PARTS.map((part) => `LoadModule ${part}_module ${MODULES}/mod_${part}.so`).join('\n')}
User nobody
Group nogroup
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/log
DocumentRoot ${folder}/files
DavLockDB ${folder}/locks/db
AllowEncodedSlashes On
<Directory ${folder}/files>
  Dav On
  AuthType Basic
  AuthName drive
  AuthUserFile ${folder}/people
  Require valid-user
</Directory>
`

/** Apache with mod_dav that serves a temporary folder to one user. */
export async function startApacheDav({ user, password }: { user: string; password: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-apache-'))
  const port = await freePort()
  const hash = createHash('sha1').update(password).digest('base64')
  for (const part of ['files', 'locks']) mkdirSync(join(folder, part))
  writeFileSync(join(folder, 'people'), `${user}:{SHA}${hash}\n`)
  writeFileSync(join(folder, 'conf'), configOf(folder, port))
  // When started by root, Apache runs as nobody, so that account must own the folder.
  if (process.getuid?.() === 0) for (const part of ['', 'files', 'locks']) chownSync(join(folder, part), 65534, 65534)
  const { stop } = await startProgram(APACHE, ['-d', folder, '-f', join(folder, 'conf'), '-DFOREGROUND'], {
    port,
    cwd: folder,
  })
  return {
    server: `http://127.0.0.1:${port}/`,
    host: `127.0.0.1:${port}`,
    async put(path: string, text: string) {
      await mkdir(join(folder, 'files', dirname(path)), { recursive: true })
      await writeFile(join(folder, 'files', path), text)
    },
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
