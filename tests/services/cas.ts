import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, hasProgram, runProgram, startProgram } from './program.ts'

/** Path of the system's Python, where Debian installs its package. */
const PYTHON = '/usr/bin/python3'
export const hasCas = hasProgram(PYTHON) && hasProgram('/usr/lib/python3/dist-packages/cas_server')

/** django-cas-server, a CAS 3.0 server, with the user zhangsan. */
export async function startCas() {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-cas-'))
  cpSync(fileURLToPath(new URL('cas', import.meta.url)), folder, { recursive: true })
  process.env.CAS_FOLDER = folder
  runProgram(PYTHON, ['manage.py', 'migrate', '-v', '0'], { cwd: folder })
  runProgram(PYTHON, ['seed.py'], { cwd: folder })
  const port = await freePort()
  const argv = ['manage.py', 'runserver', '--noreload', `127.0.0.1:${port}`]
  const { stop } = await startProgram(PYTHON, argv, { port, cwd: folder })
  return {
    serverUrl: `http://127.0.0.1:${port}/cas`,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
