import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { folderTarget } from '#server/backup/targets/folder.ts'
import { claimPlace, damageAsFailure, openPlace } from './place.ts'

test.each([null, 'twelve letters'])(
  'a file that was swapped for another whole one is damage, passphrase %o',
  async (passphrase) => {
    const root = mkdtempSync(join(tmpdir(), 'ds-place-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const target = folderTarget(root)
    await claimPlace(target, 'policy')
    const place = (await openPlace(target, 'policy', passphrase))('space')
    const rows = await place.write('copy', 'rows', Readable.from(['right']))
    const other = await place.write('copy', 'other', Readable.from(['wrong']))
    expect(await place.read('copy', rows).then(text)).toBe('right')
    const at = (file: string) =>
      join(root, 'policy', 'space', 'copies', 'copy', `${file}.zst${passphrase ? '.sealed' : ''}`)
    renameSync(at(other.file), at(rows.file))
    await expect(place.read('copy', rows).then(text).catch(damageAsFailure)).rejects.toThrow('backupCopyDamaged')
  },
)
