import { execFile } from 'node:child_process'
import { constants, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OFFICE_MS, OFFICE_PDF_BYTES } from '#contract/core/limits.ts'

/** Address space of each process, in bytes; LibreOffice maps far more than it uses. */
const MEMORY_BYTES = 2_147_483_648
/** Low priority, so that the server responds first. */
const NICE = '10'
/** Programs and fonts, all that can be read in the sandbox beside the document. */
const READABLE = ['/usr', '/bin', '/lib', '/lib64', '/etc/fonts', '/etc/libreoffice', '/var/cache/fontconfig']
const PATH = '/usr/local/bin:/usr/bin:/bin'
const WORK = '/work'
/** Folder of its profile and temporary files. */
const HOME = '/tmp'
const run = promisify(execFile)

/** LibreOffice could not convert the document: it is damaged, needs a password or exceeds the limits. */
export class NotConverted extends Error {}

/** Arguments of bubblewrap: no network, no other processes, and limits on memory, processor time and written bytes. */
function sandboxOf(program: string, limitMs: number, work: readonly string[]): string[] {
  const home = dirname(dirname(realpathSync(program)))
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...READABLE.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(home.startsWith('/usr/') ? [] : ['--ro-bind', home, home]),
    ...['--setenv', 'PATH', PATH, ...work, '--remount-ro', '/', '--'],
    ...['prlimit', `--as=${MEMORY_BYTES}`, `--fsize=${OFFICE_PDF_BYTES}`, `--cpu=${Math.ceil(limitMs / 1000)}`],
    ...['--core=0', '--', 'nice', '-n', NICE],
  ]
}

/** A file that the sandbox wrote, if it is one: a link or a pipe would lead the server elsewhere. */
async function readWritten(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!(await file.stat()).isFile()) throw new Error('no file')
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/**
 * Converts documents to PDF with LibreOffice, each in a separate process and profile folder within bubblewrap, where it
 * can neither reach the network nor read anything but the document, programs and fonts.
 */
export function libreOffice(program: string, limitMs = OFFICE_MS) {
  const options = { timeout: limitMs, killSignal: 'SIGKILL', env: { PATH } } as const

  return {
    /** Rejects when the sandbox can't be built here, or LibreOffice does not start in it. */
    probe: () => run('bwrap', [...sandboxOf(program, limitMs, []), realpathSync(program), '--version'], options),

    /** A document as PDF. Rejects with NotConverted. */
    async convert(path: string, suffix: string): Promise<Buffer> {
      const folder = await mkdtemp(join(tmpdir(), 'dataspace-office-'))
      const inside = `${WORK}/document.${suffix}`
      const work = [
        ...['--bind', folder, WORK, '--ro-bind', path, inside, '--chdir', WORK],
        ...['--bind', join(folder, 'home'), HOME, '--setenv', 'HOME', HOME],
      ]
      try {
        await mkdir(join(folder, 'home'))
        await run(
          'bwrap',
          [
            ...[...sandboxOf(program, limitMs, work), realpathSync(program)],
            ...[`-env:UserInstallation=file://${HOME}`, '--headless', '--nologo', '--norestore'],
            ...['--convert-to', 'pdf', '--outdir', WORK, inside],
          ],
          options,
        )
        return await readWritten(join(folder, 'document.pdf'))
      } catch (cause) {
        throw new NotConverted('no PDF was made', { cause })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
